/** State of a device that joins. */

import { keysOf } from "./keys.ts";
import { RefusedError, type Remote } from "./protocol.ts";
import { newDevice } from "./stamps.ts";
import type { DeviceState } from "./state.ts";

/** State before the first round. @param bytes of the words */
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

/** Compares the words with the server's log before anything is written. @throws RefusedError if the account uses other words, or has no sync */
export async function checkWords(remote: Pick<Remote, "pull">, { keyId }: DeviceState): Promise<void> {
  const { key_id } = await remote.pull(0);
  if (key_id !== keyId) throw new RefusedError("words");
}
