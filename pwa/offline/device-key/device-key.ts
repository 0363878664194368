/**
 * The key that encrypts what this device stores of an archive for members (decision 0075): how windows open with it, how
 * it is kept, and how it is forgotten. set-up.ts gets it from the archive.
 */
import { getAccount } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { deviceCiphers, setDeviceCiphers } from "../../lib/device-ciphers.ts";
import { writeStored } from "../../lib/storage.ts";
import { createCiphers } from "../encryption/ciphers.ts";
import { joinKeyChannel } from "../encryption/key-channel.ts";
import { type KeyLock, type KeyRecord, MAX_ATTEMPTS, unlockWithPin } from "../encryption/key-record.ts";
import { changeKeyRecord, deleteKeyRecord } from "../encryption/key-store.ts";

type Key = Uint8Array<ArrayBuffer>;

/** Wait for the archive at a start, after which the app opens with what it has. */
export const START_TIMEOUT_MS = 5_000;
/** Contacts are noted at most once in this time. */
const CONTACT_INTERVAL_MS = 60 * 60_000;

/** Called when another window has given the key. */
let onKey: () => void = () => {};

const channel = joinKeyChannel({
  key: () => deviceCiphers()?.key,
  onUnlocked: (key) => {
    if (deviceCiphers() !== undefined) return;
    setDeviceCiphers(createCiphers(key));
    onKey();
  },
  onLocked: () => location.reload(),
});

/** Opens this window and the others. */
export function openWith(key: Key): void {
  setDeviceCiphers(createCiphers(key));
  writeStored("device-key", "1");
  channel.tellUnlocked(key);
}

/** Calls back when another window gives the key, and asks all windows for it. @returns stop */
export function askWindows(onUnlocked: () => void): () => void {
  onKey = onUnlocked;
  channel.askForKey();
  return () => {
    onKey = () => {};
  };
}

/** `gone`: too many wrong PINs, the caller deletes what is stored. */
export type Attempt = { left: number } | "unlocked" | "gone";

/** Counts the attempt before it is made, so that ending the app does not give another one. */
export async function unlock(pin: string): Promise<Attempt> {
  const record = await changeKeyRecord(({ attempts }) => ({ attempts: attempts + 1 }));
  if (record === undefined) return "gone";
  if (record.attempts > MAX_ATTEMPTS) return "gone";
  const key = await unlockWithPin(record, pin);
  if (key !== undefined) {
    await changeKeyRecord(() => ({ attempts: 0 }));
    openWith(key);
    return "unlocked";
  }
  const left = MAX_ATTEMPTS - record.attempts;
  return left > 0 ? { left } : "gone";
}

/** `ended`: log in again. `forgotten`: this device was locked out, the caller deletes what is stored. */
export type Contact = "made" | "none" | "ended" | "forgotten";

/** Asks the archive whether the session is still there, and notes it. */
export async function contact(): Promise<Contact> {
  try {
    await call(getAccount, { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    await changeKeyRecord(() => ({ contactAt: Date.now() }));
    return "made";
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) return "none";
    return error.isForgotten ? "forgotten" : "ended";
  }
}

let notedAt = 0;

/** Notes that the archive has answered with the session of this device. */
export async function noteContact(): Promise<void> {
  if (deviceCiphers() === undefined || Date.now() - notedAt < CONTACT_INTERVAL_MS) return;
  notedAt = Date.now();
  await changeKeyRecord(() => ({ contactAt: Date.now() }));
}

/** Changes how the key is kept. @throws DOMException if it cannot be stored */
export async function protectDevice(change: KeyLock | Pick<KeyRecord, "offlineDays">): Promise<void> {
  await changeKeyRecord(() => ({ ...change, attempts: 0, contactAt: Date.now() }));
}

/** Locks all windows. */
export function lockDevice(): void {
  channel.tellLocked();
  location.reload();
}

/** Deletes the key from the disk: what is encrypted with it is lost. This window has it until `forgetKey`. */
export async function deleteKey(): Promise<void> {
  await deleteKeyRecord().catch(() => undefined); // storage is blocked: then there is none
  writeStored("device-key", undefined);
}

/** Ends the use of a deleted key in all windows. */
export function forgetKey(): void {
  if (deviceCiphers() === undefined) return;
  setDeviceCiphers(undefined);
  channel.tellLocked();
}
