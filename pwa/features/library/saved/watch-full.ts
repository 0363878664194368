import { isStorageFull } from "../../../offline/saving/client.ts";
import { showSaved } from "./dialogs.ts";

let isWatching = false;

/** Shows a dialog when a save ends because the device is full. */
export function watchFull(): void {
  if (isWatching) return;
  isWatching = true;
  isStorageFull.subscribe(() => {
    if (!isStorageFull.get()) return;
    isStorageFull.set(false);
    showSaved({ kind: "full" });
  });
}
