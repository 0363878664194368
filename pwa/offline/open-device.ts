/** Whether something is on the device, and the way to it: no code of the database is loaded before it is needed. */
import { readStored, writeStored } from "../lib/storage.ts";

type Device = typeof import("./device.ts");

const HINT = "device";
let loaded: Promise<Device> | undefined;

/** Loads the database's code once. @throws where it cannot be loaded */
export function openDevice(): Promise<Device> {
  loaded ??= import("./device.ts").catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** False at a first visit: then nothing waits for the database. Where storage is blocked, too. */
export function mayHoldCopies(): boolean {
  return readStored(HINT) !== undefined;
}

/** Noted beside the database, because the question comes before its code. */
export function noteCopies(): void {
  if (!mayHoldCopies()) writeStored(HINT, "1");
}
