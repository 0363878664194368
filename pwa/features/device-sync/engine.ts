/**
 * One round of sync: what changed here is noted, what others pushed is merged, what is noted is pushed, and what came is
 * shown. Storage and server are given, so that tests can lose answers and stop it anywhere (docs/decisions/0047-sync.md).
 */
import {
  AWAY_AFTER,
  MAX_AHEAD,
  MAX_LOG,
  MAX_RECORDS,
  MAX_SEGMENT,
  TOMBSTONES_FOR,
} from "#shared/rules/device-sync.ts";
import type { Kind } from "./kind.ts";
import { type Entries, type Entry, liveValues, mergeRecord, type SyncRecord, type Value } from "./records.ts";
import { openSegment, type Place, sealSegment, UnreadableError } from "./segments.ts";
import { clampStamp, deviceOf, millisOf, newDevice, nextStamp } from "./stamps.ts";

/** A segment as it is sent. */
export interface Sealed {
  device: string;
  number: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What the server answers to a pull. Times are milliseconds of its clock. */
export interface Pulled {
  key_id: string | null;
  seq: number;
  snapshot: number;
  now: number;
  segments: (Sealed & { seq: number; at: number })[];
}

/** The server. Each throws where it cannot be reached, and a `RefusedError` where it says no. */
export interface Remote {
  pull(after: number): Promise<Pulled>;
  /** @returns the place of each */
  push(keyId: string, segments: readonly Sealed[]): Promise<number[]>;
  storeSnapshot(snapshot: {
    keyId: string;
    since: number;
    to: number;
    keep: number[];
    segments: Sealed[];
  }): Promise<void>;
  /** @returns the number of the last segment */
  replaceWords(all: { keyId: string; newKeyId: string; to: number; segments: Sealed[] }): Promise<number>;
}

/** `words`: another key is in use, or none any more. `taken`: a number of this device, as after a copy of its storage. */
export class RefusedError extends Error {
  override name = "RefusedError";
  readonly reason: "words" | "taken" | "outdated" | "full";
  constructor(reason: RefusedError["reason"], options?: ErrorOptions) {
    super(`The server refused: ${reason}.`, options);
    this.reason = reason;
  }
}

/** What a device knows of itself. Times are milliseconds. */
export interface DeviceState {
  account: number;
  key: CryptoKey;
  keyId: string;
  device: string;
  /** Of the next segment. */
  number: number;
  /** All segments up to it were merged. */
  cursor: number;
  /** Up to which segments were replaced by a snapshot, as far as is known here. */
  snapshot: number;
  /** Of the server's clock from this device's. */
  offset: number;
  /** The latest stamp that was made or seen. */
  clock?: string | undefined;
  /** When it last agreed with the server, by the server's clock; 0 before the first time. */
  syncedAt: number;
  /** Segments that could not be read, by their place. */
  unreadable: number[];
  /** Kinds with changes of this device that are not sealed yet. */
  unsealed: string[];
  /** Kinds of which something was merged that the device does not show yet. */
  unshown: string[];
  /** Sealed, and perhaps already sent. */
  outbox: Sealed[];
}

/** What is known of one kind. */
export interface KindState {
  entries: Entries;
  /** What the device itself had when it was last looked at: each id with its value as JSON. */
  base: Map<string, string>;
  /** Ids that changed here and are not sealed yet. */
  dirty: Set<string>;
}

/** The device's storage. */
export interface SyncStore {
  /** Undefined where sync is off. */
  device(): Promise<DeviceState | undefined>;
  kind(name: string): Promise<KindState | undefined>;
  kinds(): Promise<string[]>;
  /** All or nothing. @throws where sync was turned off meanwhile */
  save(device: DeviceState, kinds: ReadonlyMap<string, KindState>): Promise<void>;
}

export interface Setting {
  store: SyncStore;
  remote: Remote;
  kinds: readonly Kind[];
  /** The device's clock. */
  now?: () => number;
}

/** Milliseconds after which a round without news is written down. */
const SAVED_EVERY = 60_000;
/** About this much is sent at once. */
const REQUEST_BYTES = 512 * 1024;
/** Records of a part of a snapshot, which is divided where it becomes too large. */
const PART_RECORDS = 8_192;

/**
 * @param changed names of kinds that may have changed on this device
 * @returns whether there is more to do; undefined where sync is off
 * @throws RefusedError, or what storage and server throw; nothing is lost, the next round goes on
 */
export async function syncOnce(setting: Setting, changed: Iterable<string>): Promise<boolean | undefined> {
  const device = await setting.store.device();
  if (device === undefined) return undefined;
  return await new Round(setting, device).run([...changed]);
}

/**
 * Replaces all that the server has by what this device knows, under another key.
 * @param next gets its place in the order
 * @returns what is known of each kind
 * @throws RefusedError `outdated` where another device has pushed since the last round
 */
export async function exchangeKey(
  { store, remote }: Pick<Setting, "store" | "remote">,
  before: DeviceState,
  next: DeviceState,
): Promise<Map<string, KindState>> {
  const round = new Round({ store, remote, kinds: [] }, next);
  const segments = await round.sealAll();
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

class Round {
  readonly #store: SyncStore;
  readonly #remote: Remote;
  readonly #kinds: readonly Kind[];
  readonly #now: () => number;
  readonly #device: DeviceState;
  /** Read so far. */
  readonly #states = new Map<string, KindState>();
  /** Of those, to be written. */
  readonly #changed = new Set<string>();
  /** The server's last segment, as far as is known. */
  #last = 0;

  constructor({ store, remote, kinds, now = Date.now }: Setting, device: DeviceState) {
    this.#store = store;
    this.#remote = remote;
    this.#kinds = kinds;
    this.#now = now;
    this.#device = device;
  }

  async run(changed: readonly string[]): Promise<boolean> {
    const device = this.#device;
    const isFirst = device.syncedAt === 0;
    if (!isFirst) {
      for (const kind of this.#kinds) if (changed.includes(kind.name)) await this.#note(kind);
    }
    await this.#pull().catch(async (error: unknown) => {
      await this.#save(); // what was noted, with its time
      throw error;
    });
    for (const kind of this.#kinds) {
      if (isFirst) await this.#noteFirst(kind);
      if (isFirst || device.unshown.includes(kind.name)) await this.#show(kind);
    }
    const isOld = this.#serverNow() - device.syncedAt > SAVED_EVERY;
    // Kinds of a newer version of the app are shown once this device has it.
    const unshown = device.unshown.filter((name) => !this.#kinds.some((kind) => kind.name === name));
    if (isOld || this.#changed.size > 0 || unshown.length < device.unshown.length) {
      Object.assign(device, { unshown, syncedAt: this.#serverNow() });
      if (device.unsealed.length === 0) await this.#save(); // else with what is sealed
    }
    await this.#push();
    const isLatest = device.cursor >= this.#last;
    if (isLatest && device.cursor - device.snapshot > MAX_LOG) await this.#compact();
    return !isLatest;
  }

  #serverNow(): number {
    return Math.round(this.#now() + this.#device.offset);
  }

  #tick(): string {
    const { clock, device } = this.#device;
    this.#device.clock = nextStamp(clock, this.#serverNow(), device);
    return this.#device.clock;
  }

  async #state(name: string): Promise<KindState> {
    const known = this.#states.get(name) ?? (await this.#store.kind(name));
    const state = known ?? { entries: new Map(), base: new Map(), dirty: new Set() };
    this.#states.set(name, state);
    return state;
  }

  async #save(): Promise<void> {
    const changed = [...this.#changed].map((name) => [name, this.#states.get(name)] as const);
    const states = new Map(changed.flatMap(([name, state]) => (state === undefined ? [] : [[name, state]])));
    await this.#store.save(this.#device, states);
    this.#changed.clear();
  }

  /** Notes what changed on this device since it was last looked at. */
  async #note(kind: Kind): Promise<void> {
    const state = await this.#state(kind.name);
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
    if (added.length + removed.length > 0) this.#changed.add(kind.name);
    if (changes.length === 0) return;
    const stamp = this.#tick();
    for (const [id, value] of changes) {
      mergeRecord(state.entries, { id, stamp, value });
      state.dirty.add(id);
    }
    this.#noteUnsealed(kind.name);
  }

  /** A device that joins takes what others have; what it alone has is added. */
  async #noteFirst(kind: Kind): Promise<void> {
    const state = await this.#state(kind.name);
    const own = await kind.read();
    const [stamp, at] = [this.#tick(), kind.at?.bind(kind)];
    for (const [id, value] of own) {
      const known = state.entries.get(id);
      if (known !== undefined && known.value !== null && at === undefined) continue;
      const { device, offset } = this.#device;
      const time = at === undefined ? 0 : Math.min(at(value) + offset, this.#serverNow());
      const made = at === undefined ? stamp : nextStamp(undefined, time, device);
      if (mergeRecord(state.entries, { id, stamp: made, value })) state.dirty.add(id);
    }
    state.base = printed(own);
    this.#changed.add(kind.name);
    this.#noteUnsealed(kind.name);
  }

  #noteUnsealed(name: string): void {
    const { unsealed } = this.#device;
    if (!unsealed.includes(name)) unsealed.push(name);
  }

  async #pull(): Promise<void> {
    const device = this.#device;
    for (let isBegun = false; ; isBegun = true) {
      const asked = this.#now();
      const page = await this.#remote.pull(device.cursor);
      if (page.key_id !== device.keyId) throw new RefusedError("words");
      device.offset = Math.round(page.now - (asked + this.#now()) / 2);
      await this.#setBack();
      if (!isBegun && device.syncedAt > 0 && page.now - device.syncedAt > AWAY_AFTER) {
        await this.#beginAnew();
        continue;
      }
      if (this.#isMissedBy(page)) {
        Object.assign(device, { cursor: 0, snapshot: page.snapshot, unreadable: [] });
        continue;
      }
      device.snapshot = page.snapshot;
      for (const segment of page.segments) await this.#merge(segment);
      const last = page.segments.at(-1)?.seq ?? page.seq;
      const isMoved = last !== device.cursor;
      device.cursor = Math.max(device.cursor, last);
      if (isMoved) await this.#save();
      this.#last = page.seq;
      if (last >= page.seq) return;
    }
  }

  /**
   * What was noted while the clock was ahead gets stamps of now, before it is compared with what others did. Half of what
   * they would accept, as the server's time is not known exactly.
   */
  async #setBack(): Promise<void> {
    const device = this.#device;
    const limit = this.#serverNow() + MAX_AHEAD / 2;
    if (device.clock === undefined || millisOf(device.clock) <= limit) return;
    const ahead: { entry: Entry; name: string }[] = [];
    let last: string | undefined;
    for (const name of await this.#names()) {
      const { entries, dirty } = await this.#state(name);
      for (const [id, entry] of entries) {
        if (dirty.has(id) && millisOf(entry.stamp) > limit) ahead.push({ entry, name });
        else if (last === undefined || entry.stamp > last) last = entry.stamp;
      }
    }
    ahead.sort((a, b) => (a.entry.stamp < b.entry.stamp ? -1 : 1));
    for (const { entry, name } of ahead) {
      last = nextStamp(last, limit, device.device);
      entry.stamp = last;
      this.#changed.add(name);
    }
    device.clock = last;
    await this.#save();
  }

  async #names(): Promise<Set<string>> {
    return new Set([...(await this.#store.kinds()), ...this.#states.keys()]);
  }

  /** Whether a snapshot has replaced what this device has not read. */
  #isMissedBy({ snapshot }: Pulled): boolean {
    const { cursor, unreadable, snapshot: known } = this.#device;
    return snapshot !== known && (snapshot > cursor || unreadable.some((seq) => seq <= snapshot));
  }

  /** Deletions that this device has missed may be forgotten by now: only what changed here is kept. */
  async #beginAnew(): Promise<void> {
    await this.#sendOutbox();
    for (const name of await this.#store.kinds()) {
      const state = await this.#state(name);
      for (const id of state.entries.keys()) if (!state.dirty.has(id)) state.entries.delete(id);
      this.#changed.add(name);
    }
    const unshown = await this.#store.kinds();
    Object.assign(this.#device, {
      cursor: 0,
      snapshot: 0,
      unreadable: [],
      unshown,
      syncedAt: this.#serverNow(),
    });
    await this.#save();
  }

  async #merge({ seq, at, device, number, bytes }: Pulled["segments"][number]): Promise<void> {
    const { account, keyId, key, unreadable } = this.#device;
    let records: SyncRecord[];
    try {
      records = await openSegment(bytes, key, { account, keyId, device, number });
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      if (!unreadable.includes(seq)) unreadable.push(seq);
      return;
    }
    for (const { kind, id, stamp, value } of records) {
      // The same limit on every device, so that all have the same stamp afterwards.
      const clamped = clampStamp(stamp, at + MAX_AHEAD);
      const { clock = "" } = this.#device;
      if (clamped > clock) this.#device.clock = clamped;
      const state = await this.#state(kind);
      if (!mergeRecord(state.entries, { id, stamp: clamped, value })) continue;
      state.dirty.delete(id);
      this.#changed.add(kind);
      const { unshown } = this.#device;
      if (!unshown.includes(kind)) unshown.push(kind);
    }
  }

  async #push(): Promise<void> {
    await this.#seal();
    await this.#sendOutbox();
  }

  /** Moves what is noted to the outbox, in one step with its numbers: sent again, it is the same bytes. */
  async #seal(): Promise<void> {
    const device = this.#device;
    const records: SyncRecord[] = [];
    for (const name of device.unsealed) {
      const state = await this.#state(name);
      for (const id of state.dirty) {
        const entry = state.entries.get(id);
        if (entry === undefined) continue;
        records.push({ kind: name, id, ...entry });
      }
      if (state.dirty.size > 0) this.#changed.add(name);
      state.dirty.clear();
    }
    if (device.unsealed.length === 0) return;
    device.unsealed = [];
    if (records.length > 0) device.outbox.push(...(await this.#sealed(records, MAX_RECORDS)));
    await this.#save();
  }

  async #sealed(records: readonly SyncRecord[], most: number): Promise<Sealed[]> {
    const sealed: Sealed[] = [];
    for (let from = 0; from < records.length; from += most)
      sealed.push(...(await this.#sealPart(records.slice(from, from + most))));
    return sealed;
  }

  async #sealPart(records: readonly SyncRecord[]): Promise<Sealed[]> {
    const { account, keyId, key, device, number } = this.#device;
    const place: Place = { account, keyId, device, number };
    const bytes = await sealSegment(records, key, place);
    if (bytes.length > MAX_SEGMENT && records.length > 1) {
      const half = Math.ceil(records.length / 2);
      return [
        ...(await this.#sealPart(records.slice(0, half))),
        ...(await this.#sealPart(records.slice(half))),
      ];
    }
    this.#device.number += 1;
    return [{ device, number, bytes }];
  }

  async #sendOutbox(): Promise<void> {
    const device = this.#device;
    while (device.outbox.length > 0) {
      const batch = firstBytes(device.outbox);
      const seqs = await this.#remote
        .push(device.keyId, batch)
        .catch((error: unknown) => this.#refused(error));
      if (seqs === undefined) return;
      device.outbox = device.outbox.slice(batch.length);
      this.#last = Math.max(this.#last, ...seqs);
      // Ours came next, so there is nothing of others between.
      if (seqs.every((seq, at) => seq === device.cursor + 1 + at)) device.cursor += seqs.length;
      await this.#save();
    }
  }

  /** Another copy of this device has used its numbers: it goes on under a name of its own, with all it has ever pushed. */
  async #refused(error: unknown): Promise<undefined> {
    if (!(error instanceof RefusedError && error.reason === "taken")) throw error;
    const former = this.#device.device;
    for (const name of await this.#store.kinds()) {
      const state = await this.#state(name);
      for (const [id, { stamp }] of state.entries) if (deviceOf(stamp) === former) state.dirty.add(id);
      this.#changed.add(name);
      this.#noteUnsealed(name);
    }
    Object.assign(this.#device, { device: newDevice(), number: 0, outbox: [] });
    await this.#save();
    await this.#push();
  }

  /** Makes the device have what was merged. */
  async #show(kind: Kind): Promise<void> {
    const state = await this.#state(kind.name);
    await this.#note(kind); // what changed here meanwhile
    await kind.write(liveValues(state.entries));
    state.base = printed(await kind.read());
    this.#changed.add(kind.name);
  }

  /** Everything but deletions that need no longer be remembered. */
  async sealAll(): Promise<Sealed[]> {
    const oldest = this.#serverNow() - TOMBSTONES_FOR;
    const records: SyncRecord[] = [];
    for (const name of await this.#store.kinds()) {
      const { entries } = await this.#state(name);
      for (const [id, entry] of entries)
        if (entry.value !== null || millisOf(entry.stamp) >= oldest)
          records.push({ kind: name, id, ...entry });
    }
    return await this.#sealed(records, PART_RECORDS);
  }

  async #compact(): Promise<void> {
    const device = this.#device;
    const segments = await this.sealAll();
    await this.#save(); // the numbers, before they are used
    const [to, since, keep] = [
      device.cursor,
      device.snapshot,
      device.unreadable.filter((seq) => seq <= device.cursor),
    ];
    try {
      await this.#remote.storeSnapshot({ keyId: device.keyId, since, to, keep, segments });
    } catch (error) {
      if (error instanceof RefusedError && error.reason === "outdated") return; // another device has done it
      throw error;
    }
    device.snapshot = to;
    await this.#save();
  }
}

/** The first of them that fit into one request, at least one. */
function firstBytes(segments: readonly Sealed[]): Sealed[] {
  let bytes = 0;
  const count = segments.findIndex((segment) => {
    bytes += segment.bytes.length;
    return bytes > REQUEST_BYTES;
  });
  return segments.slice(0, count < 0 ? segments.length : Math.max(1, count));
}

function printed(values: ReadonlyMap<string, Value>): Map<string, string> {
  return new Map([...values].map(([id, value]) => [id, JSON.stringify(value)]));
}
