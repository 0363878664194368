/** A flag beside the database, read before the database's code is loaded. */
import { createReadableStore } from "../../lib/create-store.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

const FLAG = "device";

/** False on a first visit, so that nothing waits for the database; also where storage is blocked. */
export function hasOfflineData(): boolean {
  return readStored(FLAG) !== undefined;
}

/** Called before anything is written to the database. */
export function markOfflineData(): void {
  if (hasOfflineData()) return;
  writeStored(FLAG, "1");
  notify();
}

let notify = () => {};

/** The same for components, which then follow. */
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
