/** Saved and recent searches, stored on the device only. */

import { randomId } from "../../lib/secure-context/random-id.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { SavedSearchRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** Number of recent searches kept. */
const LIMIT = 20;

/** @param seen milliseconds since 1970: date of the newest result that was seen */
export async function saveSearch(q: string, seen: number): Promise<void> {
  markOfflineData();
  await offlineDb().savedSearches.add({ id: randomId(), q, created: Date.now(), seen });
}

export async function removeSavedSearch(id: string): Promise<void> {
  await offlineDb().savedSearches.delete(id);
}

/** Marks results up to this time as seen; never moves back. */
export async function markSearchSeen(id: string, seen: number): Promise<void> {
  const { savedSearches } = offlineDb();
  await savedSearches
    .where(":id")
    .equals(id)
    .modify((row) => {
      row.seen = Math.max(row.seen, seen);
    });
}

/** Lists saved searches, oldest first. */
export function listSavedSearches(): Promise<SavedSearchRow[]> {
  return offlineDb().savedSearches.orderBy("created").toArray();
}

/** Replaces all saved searches; `seen` of existing ones never moves back. */
export async function replaceSavedSearches(rows: readonly SavedSearchRow[]): Promise<void> {
  if (rows.length > 0) markOfflineData();
  const { savedSearches } = offlineDb();
  await offlineDb().transaction("rw", savedSearches, async (tx) => {
    const here = new Map((await tx.savedSearches.toArray()).map((row) => [row.id, row.seen]));
    const kept = new Set(rows.map(({ id }) => id));
    await tx.savedSearches.bulkDelete([...here.keys()].filter((id) => !kept.has(id)));
    await tx.savedSearches.bulkPut(
      rows.map((row) => ({ ...row, seen: Math.max(row.seen, here.get(row.id) ?? 0) })),
    );
  });
}

/** Watches saved searches, oldest first; none if storage is blocked. @returns unsubscribe */
export function watchSavedSearches(onRows: (rows: SavedSearchRow[]) => void): () => void {
  return watchQuery(listSavedSearches, onRows, () => onRows([]));
}

export async function addRecentSearch(q: string): Promise<void> {
  markOfflineData();
  const { recentSearches } = offlineDb();
  await offlineDb().transaction("rw", recentSearches, async (tx) => {
    await tx.recentSearches.put({ q, at: Date.now() });
    const older = await tx.recentSearches.orderBy("at").reverse().offset(LIMIT).primaryKeys();
    await tx.recentSearches.bulkDelete(older);
  });
}

export async function removeRecentSearch(q: string): Promise<void> {
  await offlineDb().recentSearches.delete(q);
}

export async function clearRecentSearches(): Promise<void> {
  await offlineDb().recentSearches.clear();
}

/** Watches recent searches, newest first. @returns unsubscribe */
export function watchRecentSearches(count: number, onSearches: (searches: string[]) => void): () => void {
  const newest = () => offlineDb().recentSearches.orderBy("at").reverse().limit(count).primaryKeys();
  return watchQuery(newest, onSearches);
}
