import { noteFull, onSaving, ranFull } from "../../offline/saving/client.ts";
import { showSaved } from "./dialogs.ts";

let isWatching = false;

/** Says so when a save ends because the device is full. */
export function watchFull(): void {
  if (isWatching) return;
  isWatching = true;
  onSaving(() => {
    if (!ranFull()) return;
    noteFull();
    showSaved({ kind: "full" });
  });
}
