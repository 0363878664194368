/** Synced records and their merge. */
import { isStamp } from "./stamps.ts";

/** Any JSON value except null. */
export type Value = NonNullable<unknown>;

/** Latest version of a record; `value` is null for a tombstone. */
export interface Entry {
  stamp: string;
  value: Value | null;
}

export interface SyncRecord extends Entry {
  kind: string;
  id: string;
}

/** Latest versions of one kind, by id. */
export type Entries = Map<string, Entry>;

/** Last write wins by stamp, tombstones included. @returns true if the entries changed */
export function mergeRecord(entries: Entries, { id, stamp, value }: Omit<SyncRecord, "kind">): boolean {
  const known = entries.get(id);
  if (known !== undefined && known.stamp >= stamp) return false;
  entries.set(id, { stamp, value });
  return true;
}

/** Values without tombstones, oldest first. */
export function liveValues(entries: Entries): Map<string, Value> {
  const live = [...entries].filter(([, { value }]) => value !== null);
  live.sort(([, a], [, b]) => (a.stamp < b.stamp ? -1 : a.stamp > b.stamp ? 1 : 0));
  return new Map(live.map(([id, { value }]) => [id, value as Value]));
}

/** Serializes records: one list for each run of equal kind and stamp, which begins with the two, then ids and values. */
export function printRecords(records: Iterable<SyncRecord>): string {
  const runs: unknown[][] = [];
  let run: unknown[] = [];
  for (const { kind, id, stamp, value } of records) {
    if (run[0] === kind && run[1] === stamp) run.push(id, value);
    else {
      run = [kind, stamp, id, value];
      runs.push(run);
    }
  }
  return JSON.stringify(runs);
}

/** Parses records, of unknown kinds too. @throws TypeError if malformed */
export function parseRecords(text: string): SyncRecord[] {
  const runs: unknown = JSON.parse(text);
  if (!Array.isArray(runs)) throw new TypeError("Expected lists of records.");
  return (runs as unknown[]).flatMap((run) => {
    if (!Array.isArray(run) || run.length % 2 !== 0) throw new TypeError("Expected a list of records.");
    const [kind, stamp, ...rest] = run as unknown[];
    if (typeof kind !== "string" || !isStamp(stamp)) throw new TypeError("Expected a kind and a stamp.");
    const records: SyncRecord[] = [];
    for (let at = 0; at < rest.length; at += 2) {
      const [id, value] = [rest[at], rest[at + 1] as Value | null];
      if (typeof id !== "string") throw new TypeError("Expected an id.");
      records.push({ kind, id, stamp, value });
    }
    return records;
  });
}
