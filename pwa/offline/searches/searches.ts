/** Searches that the person keeps, and the last ones they made; both stay on the device. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { SavedSearchRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** Recent ones that are kept. */
const LIMIT = 20;

/** @param seen milliseconds since 1970: when the newest post came that is seen already */
export async function saveSearch(q: string, seen: number): Promise<void> {
  markOfflineData();
  await offlineDb().savedSearches.add({ id: crypto.randomUUID(), q, created: Date.now(), seen });
}

export async function removeSavedSearch(id: string): Promise<void> {
  await offlineDb().savedSearches.delete(id);
}

/** Its posts up to this time are seen; never goes back. */
export async function markSearchSeen(id: string, seen: number): Promise<void> {
  const { savedSearches } = offlineDb();
  await savedSearches
    .where(":id")
    .equals(id)
    .modify((row) => {
      row.seen = Math.max(row.seen, seen);
    });
}

/** The oldest first. */
export function listSavedSearches(): Promise<SavedSearchRow[]> {
  return offlineDb().savedSearches.orderBy("created").toArray();
}

/** From now on these are all that are kept; of one that was here, nothing that was seen is unseen again. */
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

/** The oldest first, now and after every change. @returns unsubscribes */
export function watchSavedSearches(onRows: (rows: SavedSearchRow[]) => void): () => void {
  return watchQuery(listSavedSearches, onRows);
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

/** The newest first, now and after every change. @returns unsubscribes */
export function watchRecentSearches(count: number, onSearches: (searches: string[]) => void): () => void {
  const newest = () => offlineDb().recentSearches.orderBy("at").reverse().limit(count).primaryKeys();
  return watchQuery(newest, onSearches);
}
