/** Creators whose new posts are saved automatically (features/library/saved/auto-save.ts). */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { AutoSaveRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

export function listAutoSaves(): Promise<AutoSaveRow[]> {
  return offlineDb().autoSaves.toArray();
}

/** @param key `service/creator`. @returns unsubscribe */
export function watchAutoSave(key: string, onRow: (row: AutoSaveRow | undefined) => void): () => void {
  return watchQuery(() => offlineDb().autoSaves.get(key), onRow);
}

export async function setAutoSave(row: AutoSaveRow): Promise<void> {
  markOfflineData();
  await offlineDb().autoSaves.put(row);
}

export async function changeAutoSave(key: string, change: Partial<Omit<AutoSaveRow, "key">>): Promise<void> {
  await offlineDb().autoSaves.update(key, change);
}

export async function removeAutoSave(key: string): Promise<void> {
  await offlineDb().autoSaves.delete(key);
}

/** Total size of a creator's saved posts. */
export async function savedBytes(key: string): Promise<number> {
  const rows = await offlineDb().saved.where("creator").equals(key).toArray();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}
