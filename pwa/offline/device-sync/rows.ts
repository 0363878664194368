/** Rows of sync between devices (features/library/device-sync), by name, written all or none. */
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
 * @param isAllowed receives the current value of the row `name`
 * @returns false if `isAllowed` refused
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

/** Replaces all rows. */
export async function replaceSyncRows(rows: readonly SyncRow[]): Promise<void> {
  markOfflineData();
  const { sync } = offlineDb();
  await offlineDb().transaction("rw", sync, async (tx) => {
    await tx.sync.clear();
    await tx.sync.bulkPut([...rows]);
  });
}

/** @returns unsubscribe */
export function watchSyncRow(name: string, onValue: (value: unknown) => void): () => void {
  return watchQuery(() => syncRow(name), onValue);
}
