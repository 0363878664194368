/** Reads saved files, for workers. */
import { PART_BYTES, type StoredFile } from "#shared/rules/offline-db.ts";
import { offlineDb } from "../db/db.ts";
import { partBytes } from "../saving/parts.ts";

/** @returns the stored file if complete; undefined if storage cannot be read */
export async function wholeFile(hash: string): Promise<StoredFile | undefined> {
  try {
    const file = await offlineDb().files.get(hash);
    return file?.isWhole === 1 ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Yields one part at a time. @throws Error if a part is missing */
export async function* storedBytes({ hash, bytes = 0 }: StoredFile): AsyncGenerator<Uint8Array> {
  for (let part = 0; part * PART_BYTES < bytes; part += 1) {
    const stored = await offlineDb().parts.get([hash, part]);
    if (stored === undefined) throw new Error("A part of a stored file is missing.");
    yield await partBytes(stored);
  }
}
