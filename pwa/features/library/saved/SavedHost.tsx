import { lazy, Suspense, useEffect } from "react";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { useSavedDialog } from "./dialogs.ts";

const Shown = lazy(() => import("./Shown.tsx").then((file) => ({ default: file.Shown })));

/** Delay after the start of the app, so that the first screen comes first. */
const START_DELAY_MS = 2_000;

/** Checks saved posts; loads nothing if there are none. */
async function maintainSaved(): Promise<void> {
  const bases = (await globalThis.indexedDB?.databases?.().catch(() => undefined)) ?? [];
  if (savedMarks().size === 0 && !bases.some(({ name }) => name === OFFLINE_DB)) return;
  const { checkSavedPosts } = await import("./start.ts");
  await checkSavedPosts();
}

/** Dialogs about saving; with saved posts on the device, also maintains them. */
export function SavedHost() {
  const dialog = useSavedDialog();
  useEffect(() => {
    const timer = setTimeout(() => void maintainSaved(), START_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (dialog === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Shown dialog={dialog} />
    </Suspense>
  );
}
