import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { savedMarks } from "../../offline/saved-marks.ts";
import { onDialog, shownDialog } from "./dialogs.ts";

const Shown = lazy(() => import("./Shown.tsx").then((file) => ({ default: file.Shown })));

/** After everything else of a start. */
const LATER_MS = 2_000;

/** What saving has to ask and to say; with saved posts on the device, also looks after them. */
export function SavedHost() {
  const dialog = useSyncExternalStore(onDialog, shownDialog);
  useEffect(() => {
    if (savedMarks().size === 0) return;
    const timer = setTimeout(() => void import("./start.ts").then((file) => file.lookAfterSaved()), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (dialog === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Shown dialog={dialog} />
    </Suspense>
  );
}
