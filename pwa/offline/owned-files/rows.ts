/** Rows of the list of owned files. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { OwnedRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";
import { normalizeHashes } from "./hashes.ts";

/** @returns the added hashes. @throws what Dexie throws */
export async function addOwned(hashes: readonly string[], at = Date.now()): Promise<string[]> {
  const wanted = normalizeHashes(hashes);
  const { owned } = offlineDb();
  markOfflineData();
  return offlineDb().transaction("rw", owned, async (tx) => {
    const known = await tx.owned.bulkGet(wanted);
    const added = wanted.filter((_, index) => known[index] === undefined);
    await tx.owned.bulkAdd(added.map((hash) => ({ hash, at })));
    return added;
  });
}

/** Watches which of these hashes are in the list. @returns unsubscribe */
export function watchOwned(
  hashes: readonly string[],
  onOwned: (owned: ReadonlySet<string>) => void,
): () => void {
  const among = async () => {
    const rows = await offlineDb().owned.bulkGet([...hashes]);
    return new Set(rows.flatMap((row) => row?.hash ?? []));
  };
  return watchQuery(among, onOwned);
}

/** Watches the number of hashes. @returns unsubscribe */
export function watchOwnedCount(onCount: (count: number) => void): () => void {
  return watchQuery(() => offlineDb().owned.count(), onCount);
}

/** Clears the list. @returns its rows, for undo */
export async function clearOwned(): Promise<OwnedRow[]> {
  const { owned } = offlineDb();
  return offlineDb().transaction("rw", owned, async (tx) => {
    const rows = await tx.owned.toArray();
    await tx.owned.clear();
    return rows;
  });
}

export async function restoreOwned(rows: readonly OwnedRow[]): Promise<void> {
  await offlineDb().owned.bulkPut([...rows]);
}

/** Maximum of a backup file. */
const MAX_LISTED = 200_000;

/** Lists hashes, newest first. */
export async function listOwned(): Promise<string[]> {
  const rows = await offlineDb().owned.orderBy("at").reverse().limit(MAX_LISTED).toArray();
  return rows.map(({ hash }) => hash);
}

export async function removeOwned(hashes: readonly string[]): Promise<void> {
  await offlineDb().owned.bulkDelete([...hashes]);
}
