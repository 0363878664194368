/** Ciphers of the device's copies, as far as the worker may know the key (docs/decisions/0075). */
import { type Ciphers, createCiphers } from "../pwa/offline/encryption/ciphers.ts";
import { joinKeyChannel, keyOfWindows } from "../pwa/offline/encryption/key-channel.ts";
import { readKeyRecord } from "../pwa/offline/encryption/key-store.ts";

/** Time for a window to answer: frozen ones never do, and a busy one takes seconds. Without the key, an image is broken. */
const TIMEOUT_MS = 5_000;

let known: Promise<Ciphers | "locked" | undefined> | undefined;

export function followDeviceKey(): void {
  joinKeyChannel({
    key: () => undefined,
    onUnlocked: (key) => {
      known = Promise.resolve(createCiphers(key));
    },
    onLocked: () => {
      known = undefined;
    },
  });
}

/** Undefined if nothing is encrypted. `locked`: nothing can be read, and nothing may be stored. */
export function deviceCiphers(): Promise<Ciphers | "locked" | undefined> {
  known ??= find();
  return known;
}

async function find(): Promise<Ciphers | "locked" | undefined> {
  const record = await readKeyRecord();
  if (record === undefined) return undefined;
  const key = record.protection === "device" ? record.key : await keyOfWindows(TIMEOUT_MS);
  if (key !== undefined) return createCiphers(key);
  known = undefined; // asks again next time
  return "locked";
}
