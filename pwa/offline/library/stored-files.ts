/** Bytes of files on this device, for workers that hand them on. */
import { PART_BYTES, type StoredFile } from "#shared/rules/offline-db.ts";
import { deviceDb } from "../db/db.ts";

/** @returns the stored file where all of it is here. A device that cannot be read has none. */
export async function wholeFile(hash: string): Promise<StoredFile | undefined> {
  try {
    const file = await deviceDb().files.get(hash);
    return file?.isWhole === 1 ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A part at a time. @throws Error where a part is not there any more */
export async function* storedBytes({ hash, bytes = 0 }: StoredFile): AsyncGenerator<Uint8Array> {
  for (let part = 0; part * PART_BYTES < bytes; part += 1) {
    const stored = await deviceDb().parts.get([hash, part]);
    if (stored === undefined) throw new Error("A part of a stored file is missing.");
    yield new Uint8Array(await stored.data.arrayBuffer());
  }
}
