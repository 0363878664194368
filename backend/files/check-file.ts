/** Compares the bytes of a stored file with the hash in its path. */
import { checkedAgainst, FileError, type FileStorage } from "./storage.ts";

export type StoredFault = "damaged" | "missing";

/** @returns undefined if the file is right @throws StorageError if the storage cannot be reached */
export async function findFault(
  storage: FileStorage,
  path: string,
  signal?: AbortSignal,
): Promise<StoredFault | undefined> {
  try {
    for await (const _ of checkedAgainst(path)(await storage.read(path))) signal?.throwIfAborted();
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return error.fault === "missing file" ? "missing" : "damaged";
    if ((error as NodeJS.ErrnoException).code === "EIO") return "damaged"; // the disk cannot read it
    throw error;
  }
}
