/** Unfinished uploads. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { UploadRow } from "../db/records.ts";

export async function storeUpload(row: UploadRow): Promise<void> {
  markOfflineData();
  await offlineDb().uploads.put(row);
}

export function storedUploads(): Promise<UploadRow[]> {
  return offlineDb().uploads.toArray();
}

export async function deleteStoredUpload(id: string): Promise<void> {
  await offlineDb().uploads.delete(id);
}
