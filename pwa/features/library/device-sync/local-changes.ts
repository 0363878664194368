/** Detects changes on this device, and applies changes of others to it. */
import type { Kind } from "./kind.ts";
import { liveValues, mergeRecord, type Value } from "./records.ts";
import type { Round } from "./round.ts";
import { nextStamp } from "./stamps.ts";

/** Records changes on this device since the last check. */
export async function noteChanges(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  const now = printed(await kind.read());
  const added = [...now].filter(([id, value]) => state.base.get(id) !== value);
  const removed = [...state.base.keys()].filter((id) => !now.has(id));
  // Values that the device dropped to keep within `max` were not deleted by the user.
  const { max = Number.POSITIVE_INFINITY } = kind;
  const dropped = now.size < max ? 0 : Math.max(0, state.base.size + added.length - max);
  state.base = now;
  const all: [string, Value | null][] = [
    ...added.map(([id, value]) => [id, JSON.parse(value) as Value] as [string, Value]),
    ...removed.slice(dropped).map((id) => [id, null] as [string, null]),
  ];
  // Excludes values merged by a round that was interrupted.
  const isNew = (id: string, value: Value | null) =>
    JSON.stringify(state.entries.get(id)?.value ?? null) !== JSON.stringify(value);
  const changes = all.filter(([id, value]) => isNew(id, value));
  if (added.length + removed.length > 0) round.touch(kind.name);
  if (changes.length === 0) return;
  const stamp = round.tick();
  for (const [id, value] of changes) {
    mergeRecord(state.entries, { id, stamp, value });
    state.dirty.add(id);
  }
  round.noteUnsealed(kind.name);
}

/** Merges the values of a joining device with those of the others; the later one wins. */
export async function noteAll(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  const current = await kind.read();
  const [stamp, at] = [round.tick(), kind.at?.bind(kind)];
  for (const [id, value] of current) {
    const known = state.entries.get(id);
    if (known !== undefined && known.value !== null && at === undefined) continue;
    const { device, offset } = round.device;
    const time = at === undefined ? 0 : Math.min(at(value) + offset, round.serverNow());
    const made = at === undefined ? stamp : nextStamp(undefined, time, device);
    if (mergeRecord(state.entries, { id, stamp: made, value })) state.dirty.add(id);
  }
  state.base = printed(current);
  round.touch(kind.name);
  round.noteUnsealed(kind.name);
}

/** Applies merged values to the device. */
export async function show(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  await noteChanges(round, kind); // changes made meanwhile
  await kind.write(liveValues(state.entries));
  state.base = printed(await kind.read());
  round.touch(kind.name);
}

function printed(values: ReadonlyMap<string, Value>): Map<string, string> {
  return new Map([...values].map(([id, value]) => [id, JSON.stringify(value)]));
}
