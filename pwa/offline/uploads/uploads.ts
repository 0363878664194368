/** Uploads that are not whole yet. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { UploadRow } from "../db/records.ts";

export async function keepUpload(row: UploadRow): Promise<void> {
  markOfflineData();
  await offlineDb().uploads.put(row);
}

export function keptUploads(): Promise<UploadRow[]> {
  return offlineDb().uploads.toArray();
}

export async function dropUpload(id: string): Promise<void> {
  await offlineDb().uploads.delete(id);
}
