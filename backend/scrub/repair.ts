/** Replaces damaged and missing files from a backup, a copy of the data folder, or a second bucket. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Backup } from "#backend/backup/backup.ts";
import { MARKER } from "#backend/backup/format.ts";
import { bucketOf, openPlace, readPassphrase } from "#backend/backup/open.ts";
import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { unmarkDamaged } from "#backend/files/damaged-files.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { S3Storage } from "#backend/files/s3.ts";
import { checkedAgainst, type ExpectedFile, FileError, type FileStorage } from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";

/** @throws FileError if it does not have the file */
export type RepairSource = (path: string) => Promise<Readable>;

/** @returns undefined if REPAIR_FROM is unset @throws BackupError */
export async function openRepairSource(config: Config): Promise<RepairSource | undefined> {
  const { REPAIR_FROM: target } = config;
  if (target === undefined) return undefined;
  const place = await openPlace(target, config);
  if ((await place.size(MARKER)) !== undefined) {
    const backup = await Backup.open(place, await readPassphrase(config));
    await backup.unlock();
    return async (path) => await backup.read(backup.fileName(path));
  }
  const bucket = bucketOf(target, config);
  const copy = bucket === undefined ? new DiskStorage(target) : new S3Storage(bucket);
  return (path) => copy.read(path);
}

/**
 * Replaces a file if the source has the right bytes.
 * @returns false if it has not, or a takedown removed the file
 */
export async function repairFile(
  { sql, storage, source }: { sql: Sql; storage: FileStorage; source: RepairSource },
  { hash, ext, size }: ExpectedFile,
): Promise<boolean> {
  if (await isRemoved(sql, hash)) return false;
  const path = filePath(hash, ext);
  const folder = await mkdtemp(join(tmpdir(), "roost-repair-"));
  try {
    const copy = join(folder, "file");
    const bytes = Readable.from(checkedAgainst(path)(await source(path)));
    await pipeline(bytes, createWriteStream(copy, { mode: 0o600 }));
    const modified = (await storage.stat(path))?.modified;
    await storage.remove(path); // a file of the right size would not be written again
    await storage.put(copy, { hash, ext, size, ...(modified && { modified }) });
    // A takedown meanwhile has deleted it already.
    if (await isRemoved(sql, hash)) await storage.remove(path);
    await unmarkDamaged(sql, hash);
    return true;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Also a file that a takedown only hides so far is not brought back. */
async function isRemoved(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<[{ removed: boolean }]>`
    select exists (select from removed_files where hash = ${hash})
      or not exists (select from files where hash = ${hash}) as removed`;
  return row.removed;
}
