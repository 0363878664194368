/** What changes on this device, and how it gets what others changed. */
import type { Kind } from "./kind.ts";
import { liveValues, mergeRecord, type Value } from "./records.ts";
import type { Round } from "./round.ts";
import { nextStamp } from "./stamps.ts";

/** Notes what changed on this device since it was last looked at. */
export async function noteChanges(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  const now = printed(await kind.read());
  const added = [...now].filter(([id, value]) => state.base.get(id) !== value);
  const removed = [...state.base.keys()].filter((id) => !now.has(id));
  // The device keeps the newest only: what it dropped for newer ones was not taken back.
  const { most = Number.POSITIVE_INFINITY } = kind;
  const dropped = now.size < most ? 0 : Math.max(0, state.base.size + added.length - most);
  state.base = now;
  const all: [string, Value | null][] = [
    ...added.map(([id, value]) => [id, JSON.parse(value) as Value] as [string, Value]),
    ...removed.slice(dropped).map((id) => [id, null] as [string, null]),
  ];
  // Not what was merged and shown by a round that did not come to its end.
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

/** A device that joins takes what others have; what it alone has is added. */
export async function noteAll(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  const own = await kind.read();
  const [stamp, at] = [round.tick(), kind.at?.bind(kind)];
  for (const [id, value] of own) {
    const known = state.entries.get(id);
    if (known !== undefined && known.value !== null && at === undefined) continue;
    const { device, offset } = round.device;
    const time = at === undefined ? 0 : Math.min(at(value) + offset, round.serverNow());
    const made = at === undefined ? stamp : nextStamp(undefined, time, device);
    if (mergeRecord(state.entries, { id, stamp: made, value })) state.dirty.add(id);
  }
  state.base = printed(own);
  round.touch(kind.name);
  round.noteUnsealed(kind.name);
}

/** Makes the device have what was merged. */
export async function show(round: Round, kind: Kind): Promise<void> {
  const state = await round.state(kind.name);
  await noteChanges(round, kind); // what changed here meanwhile
  await kind.write(liveValues(state.entries));
  state.base = printed(await kind.read());
  round.touch(kind.name);
}

function printed(values: ReadonlyMap<string, Value>): Map<string, string> {
  return new Map([...values].map(([id, value]) => [id, JSON.stringify(value)]));
}
