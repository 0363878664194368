/** Snapshots, which replace the server's log. */
import { TOMBSTONE_TTL_MS } from "#shared/rules/device-sync.ts";
import { RefusedError, type Sealed } from "./protocol.ts";
import { sealRecords } from "./push.ts";
import type { SyncRecord } from "./records.ts";
import { Round, type RoundSetting } from "./round.ts";
import { millisOf } from "./stamps.ts";
import type { DeviceState, KindState } from "./state.ts";

/** Seals all records except expired tombstones. */
async function sealAll(round: Round): Promise<Sealed[]> {
  const oldest = round.serverNow() - TOMBSTONE_TTL_MS;
  const records: SyncRecord[] = [];
  for (const name of await round.store.kinds()) {
    const { entries } = await round.state(name);
    for (const [id, entry] of entries)
      if (entry.value !== null || millisOf(entry.stamp) >= oldest) records.push({ kind: name, id, ...entry });
  }
  return await sealRecords(round, records);
}

/** Replaces the log by a snapshot of this device, unless another device was faster. */
export async function compact(round: Round): Promise<void> {
  const device = round.device;
  const segments = await sealAll(round);
  await round.save(); // sequence numbers are stored before use
  const [to, since, keep] = [
    device.cursor,
    device.snapshot,
    device.unreadable.filter((seq) => seq <= device.cursor),
  ];
  try {
    await round.remote.storeSnapshot({ keyId: device.keyId, since, to, keep, segments });
  } catch (error) {
    if (error instanceof RefusedError && error.reason === "outdated") return; // another device was faster
    throw error;
  }
  device.snapshot = to;
  await round.save();
}

/**
 * Replaces the server's log by a snapshot under a new key.
 * @param next gets the cursor of the new log
 * @returns the state of each kind
 * @throws RefusedError `outdated` if another device has pushed since the last round
 */
export async function exchangeKey(
  { store, remote }: Pick<RoundSetting, "store" | "remote">,
  before: DeviceState,
  next: DeviceState,
): Promise<Map<string, KindState>> {
  const round = new Round({ store, remote }, next);
  const segments = await sealAll(round);
  const { keyId, cursor: to, offset, clock, syncedAt } = before;
  const cursor = await remote.replaceWords({ keyId, newKeyId: next.keyId, to, segments });
  Object.assign(next, { cursor, offset, clock, syncedAt });
  const kinds = new Map<string, KindState>();
  for (const name of await store.kinds()) {
    const state = await store.kind(name);
    if (state !== undefined) kinds.set(name, { ...state, dirty: new Set() });
  }
  return kinds;
}
