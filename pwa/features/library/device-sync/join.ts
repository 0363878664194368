/** Turning sync on for a device, and exchanging the words of all. */

import { keysOf } from "./keys.ts";
import { RefusedError, type Remote } from "./protocol.ts";
import { newDevice } from "./stamps.ts";
import type { DeviceState } from "./state.ts";

/** The state of a device that knows nothing yet. @param bytes of the words */
export async function newState(account: number, bytes: Uint8Array<ArrayBuffer>): Promise<DeviceState> {
  return {
    account,
    ...(await keysOf(bytes)),
    device: newDevice(),
    number: 0,
    cursor: 0,
    snapshot: 0,
    offset: 0,
    syncedAt: 0,
    unreadable: [],
    unsealed: [],
    unshown: [],
    outbox: [],
  };
}

/** Asks before anything is written. @throws RefusedError where the account has other words, or none */
export async function checkWords(remote: Pick<Remote, "pull">, { keyId }: DeviceState): Promise<void> {
  const { key_id } = await remote.pull(0);
  if (key_id !== keyId) throw new RefusedError("words");
}
