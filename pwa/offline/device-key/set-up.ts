/** Gets the device key from the archive, and encrypts with it what was stored before. */
import { getDeviceKey } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { deviceCiphers } from "../../lib/device-ciphers.ts";
import { isForMembers } from "../../lib/members.ts";
import { isLoggedIn } from "../../lib/session.ts";
import { encryptStoredKeys } from "../../lib/storage.ts";
import { deleteCaches, deleteContent } from "../account/content.ts";
import { hasOfflineData } from "../db/has-data.ts";
import { fromBase64 } from "../encryption/ciphers.ts";
import { checkOf, isKeyOf, isOverdue, type KeyRecord, withoutLock } from "../encryption/key-record.ts";
import { changeKeyRecord, readKeyRecord, writeKeyRecord } from "../encryption/key-store.ts";
import { contact, openWith, START_TIMEOUT_MS } from "./device-key.ts";

/**
 * Opens what needs no person.
 * @returns the record of a device that a person has to unlock, or that has to contact the archive first
 */
export async function openDevice(): Promise<KeyRecord | undefined> {
  const record = await readKeyRecord();
  if (record === undefined) {
    if (isForMembers() && isLoggedIn()) await setUpFromStart();
    return undefined;
  }
  if (record.protection !== "device") return record;
  if (isOverdue(record, Date.now()) && (await contact()) !== "made") return record;
  openWith(record.key);
  return undefined;
}

/** A device that was in use before there were keys; without contact it goes on as before until the next start. */
async function setUpFromStart(): Promise<void> {
  try {
    await setUpDevice(AbortSignal.timeout(START_TIMEOUT_MS));
  } catch (error) {
    console.warn("The device has no key yet.", error);
  }
}

/**
 * Gets the key after a login; call `encryptStored` then. Copies of another key are deleted, locked ones are unlocked.
 * @returns true if the app has to start again, as it has started without what was locked
 * @throws the errors of `call`
 */
export async function setUpDevice(signal?: AbortSignal): Promise<boolean> {
  if (deviceCiphers() !== undefined) return false;
  const key = fromBase64((await call(getDeviceKey, signal && { signal })).key);
  const before = await readKeyRecord();
  const isKnown = before !== undefined && isKeyOf(before, key);
  if (before !== undefined && !isKnown) await deleteContent();
  const record: KeyRecord = {
    ...withoutLock(key),
    check: checkOf(key),
    attempts: 0,
    offlineDays: 0,
    isComplete: false,
    ...(isKnown && { offlineDays: before.offlineDays, isComplete: before.isComplete }),
    contactAt: Date.now(),
  };
  await writeKeyRecord(record).catch((error: unknown) => {
    console.warn("The key of this device could not be stored: each start needs the archive.", error);
  });
  openWith(key);
  return isKnown;
}

/** Encrypts what was stored before the device had its key. @param onProgress share that is done, from 0 to 1 */
export async function encryptStored(onProgress?: (share: number) => void): Promise<void> {
  const ciphers = deviceCiphers();
  if (ciphers === undefined || (await readKeyRecord())?.isComplete !== false) return;
  await deleteCaches();
  encryptStoredKeys();
  if (hasOfflineData())
    await (await import("../db/encrypt-stored.ts")).encryptStoredRows(ciphers, onProgress);
  await changeKeyRecord(() => ({ isComplete: true }));
}
