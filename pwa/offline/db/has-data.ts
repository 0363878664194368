/** Flag in local storage, readable before the database code is loaded. */
import { createReadableStore } from "../../lib/create-store.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

const FLAG = "device";

/** False on a first visit or if storage is blocked, so that nothing waits for the database. */
export function hasOfflineData(): boolean {
  return readStored(FLAG) !== undefined;
}

/** Call before writing anything to the database. */
export function markOfflineData(): void {
  if (hasOfflineData()) return;
  writeStored(FLAG, "1");
  notify();
}

let notify = () => {};

/** Hook version of `hasOfflineData`, updated on change. */
export const useHasOfflineData = createReadableStore(
  hasOfflineData,
  () => false,
  (onChange) => {
    notify = onChange;
    return () => {
      notify = () => {};
    };
  },
).use;
