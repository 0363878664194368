/** What a device keeps for sync (features/library/device-sync): rows by name, written together or not at all. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { SyncRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

export async function syncRow(name: string): Promise<unknown> {
  return (await offlineDb().sync.get(name))?.value;
}

export async function syncRowNames(): Promise<string[]> {
  return await offlineDb().sync.toCollection().primaryKeys();
}

/**
 * @param isAllowed looks at the row `name` as it is now
 * @returns false where that forbids it
 */
export async function writeSyncRows(
  rows: readonly SyncRow[],
  { name, isAllowed }: { name: string; isAllowed: (value: unknown) => boolean },
): Promise<boolean> {
  markOfflineData();
  const { sync } = offlineDb();
  return await offlineDb().transaction("rw", sync, async (tx) => {
    if (!isAllowed((await tx.sync.get(name))?.value)) return false;
    await tx.sync.bulkPut([...rows]);
    return true;
  });
}

/** In place of all that was there. */
export async function replaceSyncRows(rows: readonly SyncRow[]): Promise<void> {
  markOfflineData();
  const { sync } = offlineDb();
  await offlineDb().transaction("rw", sync, async (tx) => {
    await tx.sync.clear();
    await tx.sync.bulkPut([...rows]);
  });
}

/** @returns unsubscribes */
export function watchSyncRow(name: string, onValue: (value: unknown) => void): () => void {
  return watchQuery(() => syncRow(name), onValue);
}
