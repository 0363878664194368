/** Access to uploads stored on the device, whose code is loaded only when needed. */
import { hasOfflineData } from "../../offline/db/has-data.ts";
import type { UploadRow } from "../../offline/db/records.ts";

const device = () => import("../../offline/uploads/uploads.ts");

/** Without storage, an upload lasts as long as the page. */
export async function keep(row: UploadRow): Promise<void> {
  await tried(async () => (await device()).storeUpload(row));
}

export async function kept(): Promise<UploadRow[]> {
  if (!hasOfflineData()) return [];
  return (await tried(async () => (await device()).storedUploads())) ?? [];
}

export async function drop(id: string): Promise<void> {
  if (hasOfflineData()) await tried(async () => (await device()).deleteStoredUpload(id));
}

async function tried<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    console.warn("Uploads could not be kept on this device.", error);
    return undefined;
  }
}
