/** Makes a backup of the whole archive (docs/backup.md). */
import { createPublicKey, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { readCommit } from "#backend/commit.ts";
import { type Config, publicSettings } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { BACKUP_LOCK } from "#backend/db/locks.ts";
import { endSession } from "#backend/db/session.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { importerKeyFile, readImporterKey } from "#backend/imports/connectors/private-key.ts";
import { fingerprintOf } from "#backend/imports/connectors/sealing.ts";
import { type Backup, linesOf } from "./backup.ts";
import { backUpDataFiles, type DataFiles } from "./data-files.ts";
import { backUpFiles, type FileCounts } from "./files.ts";
import { UNFINISHED } from "./folder-place.ts";
import { FileRecord, FORMAT_VERSION, IMPORTER_KEYS, type Manifest, manifestOf, SNAPSHOTS } from "./format.ts";
import { BackupError } from "./place.ts";
import { deleteRemovedCopies } from "./removed-copies.ts";
import { writeSnapshot } from "./snapshot.ts";

export interface BackupOptions {
  databaseUrl: string;
  config: Config;
  storage: FileStorage;
  backup: Backup;
  onProgress?: (what: string, count: number) => void;
}

export interface BackupSummary extends FileCounts {
  manifest: Manifest;
  /** Copies of files deleted because of a takedown. */
  removed: number;
}

/**
 * Backs up the database as of one moment, then the files it names. Both may be written to meanwhile. After a kill the
 * next backup continues with the files that are not copied yet.
 * @throws BackupError if another backup of this archive is running
 */
export async function backUp(options: BackupOptions): Promise<BackupSummary> {
  const sql = openDatabase(options.databaseUrl, { statementTimeout: 0, max: 3, name: "roost-backup" });
  try {
    return await locked(sql, () => writeBackup(sql, options));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function locked<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const session = await sql.reserve();
  try {
    const [row] = await session`select pg_try_advisory_lock(${BACKUP_LOCK}) as locked`;
    if (row?.["locked"] !== true) throw new BackupError("Another backup of this archive is running.");
    return await work();
  } finally {
    await session`select pg_advisory_unlock(${BACKUP_LOCK})`.catch(() => {});
    await endSession(session);
  }
}

async function writeBackup(sql: Sql, options: BackupOptions): Promise<BackupSummary> {
  const { config, backup, onProgress } = options;
  await removeUnfinished(backup);
  const id = newId();
  const scratch = await mkdtemp(join(tmpdir(), "roost-backup-"));
  try {
    const records = join(scratch, "records");
    const dataFiles: DataFiles = new Map();
    await backUpDataFiles(backup, config.ROOST_DATA, dataFiles);
    const snapshot = await writeSnapshot({
      sql,
      backup,
      id,
      records,
      ...(onProgress && { onTable: onProgress }),
    });
    await backUpDataFiles(backup, config.ROOST_DATA, dataFiles);
    const counts: FileCounts = { copied: 0, linked: 0, kept: 0, problems: [] };
    const files = await writeFiles(sql, options, { id, records, counts });
    const data_files = await backup.writeLines(`${SNAPSHOTS}${id}/data-files.ndjson`, dataFiles.values());
    const settings = await backup.write(
      backup.nameOf(`${SNAPSHOTS}${id}/settings.env`),
      Readable.from([publicSettings(process.env)]),
    );
    const manifest: Manifest = {
      ...{ format: FORMAT_VERSION, id, roost: await readCommit(), ...snapshot, files },
      data_files: { ...data_files, count: dataFiles.size },
      settings,
      importer_key: await backUpImporterKey(backup, importerKeyFile(config)),
      problems: counts.problems,
    };
    await backup.place.write(manifestOf(id), Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
    return { ...counts, manifest, removed: await deleteRemovedCopies(sql, backup) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeFiles(
  sql: Sql,
  { backup, storage, onProgress }: BackupOptions,
  { id, records, counts }: { id: string; records: string; counts: FileCounts },
): Promise<Manifest["files"]> {
  const isRemoved = async (hash: string) =>
    (await sql`select from files where hash = ${hash} and hash not in (select hash from removed_files)`)
      .length === 0;
  let count = 0;
  async function* named() {
    for await (const line of linesOf(createReadStream(records))) yield FileRecord.parse(JSON.parse(line));
  }
  async function* listed() {
    for await (const file of backUpFiles({ backup, storage, isRemoved }, named(), counts)) {
      count += 1;
      onProgress?.("files", count);
      yield file;
    }
  }
  return { ...(await backup.writeLines(`${SNAPSHOTS}${id}/files.ndjson`, listed())), count };
}

/** In the order of time. */
const newId = () => `${new Date().toISOString().replace(/[-:.]/g, "")}-${randomBytes(2).toString("hex")}`;

/** Deletes parts of interrupted backups; copied files stay, and are not copied again. */
async function removeUnfinished(backup: Backup): Promise<void> {
  const complete = new Set(await backup.snapshots());
  for await (const { name } of backup.place.list(SNAPSHOTS))
    if (!complete.has(name.slice(SNAPSHOTS.length).split("/")[0] ?? "")) await backup.place.remove(name);
  for await (const { name } of backup.place.list(UNFINISHED)) await backup.place.remove(name);
}

/** In a folder of its own, so that it can be kept elsewhere. @returns null if this machine has no key */
async function backUpImporterKey(backup: Backup, path: string): Promise<Manifest["importer_key"]> {
  const key = await readImporterKey(path);
  if (key === undefined) return null;
  const fingerprint = fingerprintOf(createPublicKey(key));
  const name = backup.nameOf(`${IMPORTER_KEYS}${fingerprint}.pem`);
  if ((await backup.place.size(name)) === undefined)
    await backup.write(name, Readable.from([await readFile(path)]));
  return { fingerprint, name };
}
