/** Pulls and merges changes of other devices. */
import { MAX_ABSENCE_MS, MAX_CLOCK_SKEW_MS } from "#shared/rules/device-sync.ts";
import { type Pulled, RefusedError } from "./protocol.ts";
import { sendOutbox } from "./push.ts";
import { type Entry, mergeRecord, type SyncRecord } from "./records.ts";
import type { Round } from "./round.ts";
import { openSegment, UnreadableError } from "./segments.ts";
import { clampStamp, millisOf, nextStamp } from "./stamps.ts";

/** Pulls and merges all segments after the cursor. @throws RefusedError */
export async function pull(round: Round): Promise<void> {
  const device = round.device;
  for (let isBegun = false; ; isBegun = true) {
    const asked = round.now();
    const page = await round.remote.pull(device.cursor);
    if (page.key_id !== device.keyId) throw new RefusedError("words");
    device.offset = Math.round(page.now - (asked + round.now()) / 2);
    await restampAhead(round);
    if (!isBegun && device.syncedAt > 0 && page.now - device.syncedAt > MAX_ABSENCE_MS) {
      await startOver(round);
      continue;
    }
    if (isMissedBy(round, page)) {
      Object.assign(device, { cursor: 0, snapshot: page.snapshot, unreadable: [] });
      continue;
    }
    device.snapshot = page.snapshot;
    for (const segment of page.segments) await merge(round, segment);
    const last = page.segments.at(-1)?.seq ?? page.seq;
    const isMoved = last !== device.cursor;
    device.cursor = Math.max(device.cursor, last);
    if (isMoved) await round.save();
    round.last = page.seq;
    if (last >= page.seq) return;
  }
}

/**
 * Restamps local changes made while the clock was ahead, before they are merged. Uses half of the accepted lead, as the
 * server's time is not known exactly.
 */
async function restampAhead(round: Round): Promise<void> {
  const device = round.device;
  const limit = round.serverNow() + MAX_CLOCK_SKEW_MS / 2;
  if (device.clock === undefined || millisOf(device.clock) <= limit) return;
  const ahead: { entry: Entry; name: string }[] = [];
  let last: string | undefined;
  for (const name of await round.names()) {
    const { entries, dirty } = await round.state(name);
    for (const [id, entry] of entries) {
      if (dirty.has(id) && millisOf(entry.stamp) > limit) ahead.push({ entry, name });
      else if (last === undefined || entry.stamp > last) last = entry.stamp;
    }
  }
  ahead.sort((a, b) => (a.entry.stamp < b.entry.stamp ? -1 : 1));
  for (const { entry, name } of ahead) {
    last = nextStamp(last, limit, device.device);
    entry.stamp = last;
    round.touch(name);
  }
  device.clock = last;
  await round.save();
}

/** True if a snapshot has replaced segments that this device has not read. */
function isMissedBy(round: Round, { snapshot }: Pulled): boolean {
  const { cursor, unreadable, snapshot: known } = round.device;
  return snapshot !== known && (snapshot > cursor || unreadable.some((seq) => seq <= snapshot));
}

/** Starts over after a long absence: the server may have dropped tombstones, so only local changes are kept. */
async function startOver(round: Round): Promise<void> {
  await sendOutbox(round);
  for (const name of await round.store.kinds()) {
    const state = await round.state(name);
    for (const id of state.entries.keys()) if (!state.dirty.has(id)) state.entries.delete(id);
    round.touch(name);
  }
  const unshown = await round.store.kinds();
  Object.assign(round.device, {
    cursor: 0,
    snapshot: 0,
    unreadable: [],
    unshown,
    syncedAt: round.serverNow(),
  });
  await round.save();
}

async function merge(
  round: Round,
  { seq, at, device, number, bytes }: Pulled["segments"][number],
): Promise<void> {
  const { account, keyId, key, unreadable } = round.device;
  let records: SyncRecord[];
  try {
    records = await openSegment(bytes, key, { account, keyId, device, number });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (!unreadable.includes(seq)) unreadable.push(seq);
    return;
  }
  for (const { kind, id, stamp, value } of records) {
    // The same limit on all devices, so that all get the same stamp.
    const clamped = clampStamp(stamp, at + MAX_CLOCK_SKEW_MS);
    const { clock = "" } = round.device;
    if (clamped > clock) round.device.clock = clamped;
    const state = await round.state(kind);
    if (!mergeRecord(state.entries, { id, stamp: clamped, value })) continue;
    state.dirty.delete(id);
    round.touch(kind);
    const { unshown } = round.device;
    if (!unshown.includes(kind)) unshown.push(kind);
  }
}
