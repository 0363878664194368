/** What is synced, and how two versions of it become one. */
import { isStamp } from "./stamps.ts";

/** Anything JSON can hold. */
export type Value = NonNullable<unknown>;

/** The latest version of something. `value` is null once it is deleted. */
export interface Entry {
  stamp: string;
  value: Value | null;
}

export interface SyncRecord extends Entry {
  kind: string;
  id: string;
}

/** All versions of one kind, by id. */
export type Entries = Map<string, Entry>;

/** The later one stays, whichever came first; a deletion is a version like any other. @returns whether anything changed */
export function mergeRecord(entries: Entries, { id, stamp, value }: Omit<SyncRecord, "kind">): boolean {
  const known = entries.get(id);
  if (known !== undefined && known.stamp >= stamp) return false;
  entries.set(id, { stamp, value });
  return true;
}

/** What is not deleted, the oldest first. */
export function liveValues(entries: Entries): Map<string, Value> {
  const live = [...entries].filter(([, { value }]) => value !== null);
  live.sort(([, a], [, b]) => (a.stamp < b.stamp ? -1 : a.stamp > b.stamp ? 1 : 0));
  return new Map(live.map(([id, { value }]) => [id, value as Value]));
}

/** As they are in a segment: a list for each run of the same kind and stamp, which begins with these, then ids and values. */
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

/** @throws TypeError where these are no records; a kind that this version of the app does not have is one all the same */
export function parseRecords(text: string): SyncRecord[] {
  const runs: unknown = JSON.parse(text);
  if (!Array.isArray(runs)) throw new TypeError("Expected lists of records.");
  return (runs as unknown[]).flatMap((run) => {
    if (!Array.isArray(run) || run.length % 2 !== 0) throw new TypeError("Expected a list of records.");
    const [kind, second, third] = run as unknown[];
    // The first apps that synced wrote a list for each record, its id before its stamp.
    const isOld = run.length === 4 && !isStamp(second) && isStamp(third);
    const stamp = isOld ? third : second;
    if (typeof kind !== "string" || !isStamp(stamp)) throw new TypeError("Expected a kind and a stamp.");
    const rest = isOld ? [second, run[3] as unknown] : (run.slice(2) as unknown[]);
    const records: SyncRecord[] = [];
    for (let at = 0; at < rest.length; at += 2) {
      const [id, value] = [rest[at], rest[at + 1] as Value | null];
      if (typeof id !== "string") throw new TypeError("Expected an id.");
      records.push({ kind, id, stamp, value });
    }
    return records;
  });
}
