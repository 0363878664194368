import { lazy, Suspense, useEffect } from "react";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { useSavedDialog } from "./dialogs.ts";

const Shown = lazy(() => import("./Shown.tsx").then((file) => ({ default: file.Shown })));

/** After everything else of a start. */
const LATER_MS = 2_000;

/** Nothing is loaded where there is nothing to look after. */
async function lookAfter(): Promise<void> {
  const bases = (await globalThis.indexedDB?.databases?.().catch(() => undefined)) ?? [];
  if (savedMarks().size === 0 && !bases.some(({ name }) => name === OFFLINE_DB)) return;
  const { checkSavedPosts } = await import("./start.ts");
  await checkSavedPosts();
}

/** Dialogs about saving; with saved posts on the device, also maintains them. */
export function SavedHost() {
  const dialog = useSavedDialog();
  useEffect(() => {
    const timer = setTimeout(() => void lookAfter(), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (dialog === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Shown dialog={dialog} />
    </Suspense>
  );
}
