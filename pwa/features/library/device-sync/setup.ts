/** Turns sync on and off, and replaces its words. */
import { startSync, stopSync } from "#shared/contracts/device-sync.ts";
import { call } from "../../../api/call.ts";
import { checkWords, newState } from "./join.ts";
import { remote } from "./remote.ts";
import { exchangeKey } from "./snapshot.ts";
import { alone, startDeviceSync, syncNow } from "./start.ts";
import type { KindState } from "./state.ts";
import { beginSync, deviceStore, forgetSync } from "./store.ts";
import { bytesOf } from "./words.ts";

const NOTHING: ReadonlyMap<string, KindState> = new Map();

/** Turns sync on for the first device. @throws HttpError 409 if another device was faster */
export async function turnOn(account: number, words: readonly string[]): Promise<void> {
  const state = await newState(account, requiredBytes(words));
  await call(startSync, { body: { key_id: state.keyId } });
  await alone(() => beginSync(state, NOTHING));
  startDeviceSync();
}

/** Joins with the words of another device. @throws RefusedError if the words are wrong, before anything is written */
export async function join(account: number, words: readonly string[]): Promise<void> {
  const state = await newState(account, requiredBytes(words));
  await checkWords(remote, state);
  await alone(() => beginSync(state, NOTHING));
  startDeviceSync();
}

/** Re-encrypts everything; other devices need the new words. @throws RefusedError */
export async function changeWords(words: readonly string[]): Promise<void> {
  await syncNow();
  await alone(async () => {
    const before = await deviceStore.device();
    if (before === undefined) return;
    const next = await newState(before.account, requiredBytes(words));
    const kinds = await exchangeKey({ store: deviceStore, remote }, before, next);
    await beginSync(next, kinds);
  });
}

/** Turns sync off on this device only. */
export async function turnOffHere(): Promise<void> {
  await alone(forgetSync);
}

/** Turns sync off for all devices and deletes the server's log. */
export async function turnOffEverywhere(): Promise<void> {
  await call(stopSync);
  await alone(forgetSync);
}

function requiredBytes(words: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(words);
  if (bytes === undefined) throw new TypeError("Expected twelve words.");
  return bytes;
}
