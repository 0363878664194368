/** Restores a backup into an empty archive (docs/backup.md). */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { migrate } from "#backend/db/migrate.ts";
import { transaction } from "#backend/db/tx.ts";
import { markDamaged } from "#backend/files/damaged-files.ts";
import { FileError, type FileStorage } from "#backend/files/storage.ts";
import { importerKeyFile } from "#backend/imports/connectors/private-key.ts";
import { deleteRemovedFiles } from "#backend/takedowns/removed-files.ts";
import { filePath, hashOfPath } from "#shared/rules/files.ts";
import type { Backup } from "./backup.ts";
import { restoreDataFile } from "./data-files.ts";
import { DataFile, type Manifest, StoredFile } from "./format.ts";
import { loadTables } from "./load-tables.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { newestRemovals, type Removal, removedHashes, replayRemovals } from "./removals.ts";

export interface RestoreOptions {
  databaseUrl: string;
  /** Folder of migrations. */
  migrations: string;
  config: Config;
  storage: FileStorage;
  backup: Backup;
  /** Snapshot; undefined for the newest. */
  id?: string | undefined;
  /** Removals besides those that newer backups know of. */
  removals?: readonly Removal[];
  onProgress?: (what: string, count: number) => void;
}

export interface RestoreSummary {
  manifest: Manifest;
  /** Stored files written or found. */
  files: number;
  /** Removals newer than the snapshot. */
  removals: number;
  /** Files that are missing or damaged in the backup. */
  problems: { path: string; fault: string }[];
  /** False if there was no key in the backup, or the archive has another. */
  hasImporterKey: boolean;
}

/**
 * Files are restored first, so that an interrupted restore continues with the same command; then all tables and the
 * removals in one transaction. Afterwards the search index must be rebuilt.
 * @throws BackupError if the archive is not empty or the backup does not fit this version of Roost
 */
export async function restore(options: RestoreOptions): Promise<RestoreSummary> {
  const { backup, databaseUrl, migrations, config, storage, onProgress } = options;
  const manifest = await backup.manifest(options.id);
  await backup.unlock();
  const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 2, name: "roost-restore" });
  try {
    await prepareDatabase(sql, migrations, manifest);
    const known = [...(await newestRemovals(backup)), ...(options.removals ?? [])];
    const { count, problems } = await restoreFiles(options, manifest, removedHashes(known));
    for await (const file of backup.readLines(manifest.data_files.name, DataFile))
      await restoreDataFile(backup, config.ROOST_DATA, file);
    const hasImporterKey = await restoreImporterKey(backup, manifest, importerKeyFile(config));
    const removals = await transaction(sql, async (tx) => {
      await loadTables(tx, backup, manifest, onProgress);
      return await replayRemovals(tx, known);
    });
    await migrate(sql, migrations);
    for (const { path, fault } of problems)
      await markDamaged(sql, hashOfPath(path) ?? "", fault === "missing file" ? "missing" : "damaged");
    await deleteRemovedFiles(sql, [storage]);
    return { manifest, files: count, removals, problems, hasImporterKey };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function restoreFiles(
  { backup, storage, onProgress }: RestoreOptions,
  manifest: Manifest,
  removed: ReadonlySet<string>,
): Promise<{ count: number; problems: RestoreSummary["problems"] }> {
  const problems = [...manifest.problems];
  let count = 0;
  for await (const file of backup.readLines(manifest.files.name, StoredFile)) {
    if (removed.has(file.hash)) continue;
    try {
      await restoreFile(backup, storage, file);
      count += 1;
      onProgress?.("files", count);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      problems.push({ path: filePath(file.hash, file.ext), fault: error.fault });
    }
  }
  return { count, problems };
}

/** @throws FileError */
async function restoreFile(
  backup: Backup,
  storage: FileStorage,
  { hash, ext, size, modified }: StoredFile,
): Promise<void> {
  const expected = { hash, ext, size, modified: new Date(modified) };
  if (await storage.has(expected)) return;
  const source = await backup.read(backup.fileName(filePath(hash, ext)));
  const folder = await mkdtemp(join(tmpdir(), "roost-restore-"));
  try {
    const copy = join(folder, "file");
    await pipeline(source, createWriteStream(copy));
    await storage.put(copy, expected);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does not replace a key of this archive. */
async function restoreImporterKey(
  backup: Backup,
  { importer_key: key }: Manifest,
  path: string,
): Promise<boolean> {
  if (key === null || (await stat(path).catch(() => undefined)) !== undefined) return false;
  if ((await backup.place.size(key.name)) === undefined) return false; // it is kept elsewhere
  await mkdir(dirname(path), { recursive: true });
  await pipeline(await backup.read(key.name), createWriteStream(path, { mode: 0o600, flush: true }));
  return true;
}
