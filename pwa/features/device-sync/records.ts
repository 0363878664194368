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

/** As they are in a segment. */
export function printRecords(records: readonly SyncRecord[]): string {
  return JSON.stringify(records.map(({ kind, id, stamp, value }) => [kind, id, stamp, value]));
}

/** @throws TypeError where these are no records; a kind that this version of the app does not have is one all the same */
export function parseRecords(text: string): SyncRecord[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new TypeError("Expected a list of records.");
  return rows.map((row: unknown) => {
    const [kind, id, stamp, value] = Array.isArray(row) ? (row as unknown[]) : [];
    if (typeof kind !== "string" || typeof id !== "string" || !isStamp(stamp) || value === undefined)
      throw new TypeError("Expected a record.");
    return { kind, id, stamp, value };
  });
}
