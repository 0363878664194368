/** Copies stored files into a backup by hash: each once, whatever the number of snapshots. */
import { Readable } from "node:stream";
import { checkedAgainst, FileError, type FileFault, type FileStorage } from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Backup } from "./backup.ts";
import type { FileRecord, StoredFile } from "./format.ts";

export interface FileCounts {
  /** Newly copied. */
  copied: number;
  /** Hard links among them. */
  linked: number;
  /** In the backup before. */
  kept: number;
  problems: { path: string; fault: FileFault }[];
}

/**
 * Adds the files that the backup lacks, and yields those that it has. New files are read once and checked against their
 * hash, also those that become hard links.
 * @param isRemoved true if a takedown deleted the file since the snapshot
 */
export async function* backUpFiles(
  {
    backup,
    storage,
    isRemoved,
  }: { backup: Backup; storage: FileStorage; isRemoved(hash: string): Promise<boolean> },
  records: AsyncIterable<FileRecord>,
  counts: FileCounts,
): AsyncGenerator<StoredFile> {
  for await (const { hash, ext, size } of records) {
    const path = filePath(hash, ext);
    try {
      const found = await storage.stat(path);
      if (await hasFile(backup, path, size)) counts.kept += 1;
      else {
        await addFile(backup, storage, path, counts);
        counts.copied += 1;
      }
      yield { hash, ext, size, modified: found?.modified.getTime() ?? Date.now() };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (!(await isRemoved(hash))) counts.problems.push({ path, fault: error.fault });
    }
  }
}

/** Sizes of encrypted files differ; every file is complete, because it appears once it is. */
async function hasFile(backup: Backup, path: string, size: number): Promise<boolean> {
  const found = await backup.place.size(backup.fileName(path));
  return backup.isEncrypted ? found !== undefined : found === size;
}

async function addFile(
  backup: Backup,
  storage: FileStorage,
  path: string,
  counts: FileCounts,
): Promise<void> {
  const name = backup.fileName(path);
  const localPath = storage.localPath(path);
  const isLinked = !backup.isEncrypted && localPath !== undefined && (await backup.place.canLink(localPath));
  if (isLinked) {
    for await (const _ of checkedAgainst(path)(await storage.read(path))); // throws if it is not right
    if (await backup.place.link(name, localPath)) {
      counts.linked += 1;
      return;
    }
  }
  await backup.write(name, Readable.from(checkedAgainst(path)(await storage.read(path))));
}
