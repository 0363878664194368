/** Whether something is on the device. */
import { readStored, writeStored } from "../../lib/storage.ts";

const HINT = "device";

/** False at a first visit: then nothing waits for the database. Where storage is blocked, too. */
export function mayHoldCopies(): boolean {
  return readStored(HINT) !== undefined;
}

/** Noted beside the database, because the question comes before its code. */
export function noteCopies(): void {
  if (!mayHoldCopies()) writeStored(HINT, "1");
}
