/** Pushes changes of this device to the server. */
import { MAX_RECORDS, MAX_SEGMENT_BYTES } from "#shared/rules/device-sync.ts";
import { RefusedError, type Sealed } from "./protocol.ts";
import type { SyncRecord } from "./records.ts";
import type { Round } from "./round.ts";
import { type SegmentId, sealSegment } from "./segments.ts";
import { deviceOf, newDevice } from "./stamps.ts";

/** Soft size limit of one request. */
const REQUEST_BYTES = 512 * 1024;

/** Seals and sends the recorded changes. @throws RefusedError */
export async function push(round: Round): Promise<void> {
  await seal(round);
  await sendOutbox(round);
}

/** Moves pending changes to the outbox atomically, so a retry sends identical bytes. */
async function seal(round: Round): Promise<void> {
  const device = round.device;
  const records: SyncRecord[] = [];
  for (const name of device.unsealed) {
    const state = await round.state(name);
    for (const id of state.dirty) {
      const entry = state.entries.get(id);
      if (entry === undefined) continue;
      records.push({ kind: name, id, ...entry });
    }
    if (state.dirty.size > 0) round.touch(name);
    state.dirty.clear();
  }
  if (device.unsealed.length === 0) return;
  device.unsealed = [];
  if (records.length > 0) device.outbox.push(...(await sealRecords(round, records)));
  await round.save();
}

export async function sealRecords(round: Round, records: readonly SyncRecord[]): Promise<Sealed[]> {
  const sealed: Sealed[] = [];
  for (let from = 0; from < records.length; from += MAX_RECORDS)
    sealed.push(...(await sealPart(round, records.slice(from, from + MAX_RECORDS))));
  return sealed;
}

async function sealPart(round: Round, records: readonly SyncRecord[]): Promise<Sealed[]> {
  const { account, keyId, key, device, number } = round.device;
  const id: SegmentId = { account, keyId, device, number };
  const bytes = await sealSegment(records, key, id);
  if (bytes.length > MAX_SEGMENT_BYTES && records.length > 1) {
    const half = Math.ceil(records.length / 2);
    return [
      ...(await sealPart(round, records.slice(0, half))),
      ...(await sealPart(round, records.slice(half))),
    ];
  }
  round.device.number += 1;
  return [{ device, number, bytes }];
}

/** Sends the outbox in requests of limited size. */
export async function sendOutbox(round: Round): Promise<void> {
  const device = round.device;
  while (device.outbox.length > 0) {
    const batch = firstBytes(device.outbox);
    const seqs = await round.remote
      .push(device.keyId, batch)
      .catch((error: unknown) => refused(round, error));
    if (seqs === undefined) return;
    device.outbox = device.outbox.slice(batch.length);
    round.last = Math.max(round.last, ...seqs);
    // Our segments directly follow the cursor, so no segment of another device is skipped.
    if (seqs.every((seq, at) => seq === device.cursor + 1 + at)) device.cursor += seqs.length;
    await round.save();
  }
}

/** A copy of this device (a restored profile) has used its segment numbers: continues under a new device id and pushes everything again. */
async function refused(round: Round, error: unknown): Promise<undefined> {
  if (!(error instanceof RefusedError && error.reason === "taken")) throw error;
  const former = round.device.device;
  for (const name of await round.store.kinds()) {
    const state = await round.state(name);
    for (const [id, { stamp }] of state.entries) if (deviceOf(stamp) === former) state.dirty.add(id);
    round.touch(name);
    round.noteUnsealed(name);
  }
  Object.assign(round.device, { device: newDevice(), number: 0, outbox: [] });
  await round.save();
  await push(round);
}

/** The first segments that fit into one request, at least one. */
function firstBytes(segments: readonly Sealed[]): Sealed[] {
  let bytes = 0;
  const count = segments.findIndex((segment) => {
    bytes += segment.bytes.length;
    return bytes > REQUEST_BYTES;
  });
  return segments.slice(0, count < 0 ? segments.length : Math.max(1, count));
}
