/** Files of ROOST_DATA that rows refer to but the file store does not have: uploads, received folders, waiting DMs. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { hashFile } from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Backup } from "./backup.ts";
import type { DataFile } from "./format.ts";
import { BackupError } from "./place.ts";

const FOLDERS = ["uploads", "received", "pending-dms"];
const EXT = ".data";

/** By path. */
export type DataFiles = Map<string, DataFile>;

/**
 * Copies the files as they are now; those unchanged since the last call are not read again. Called before and after the
 * database's snapshot, so that no file is missing which a row of it refers to.
 */
export async function backUpDataFiles(backup: Backup, data: string, files: DataFiles): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "roost-backup-"));
  try {
    for (const folder of FOLDERS)
      for await (const path of filesBelow(data, folder))
        await addDataFile({ backup, data, scratch }, path, files);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function* filesBelow(data: string, folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(() => [])) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(data, path);
    else if (entry.isFile()) yield path;
  }
}

async function addDataFile(
  { backup, data, scratch }: { backup: Backup; data: string; scratch: string },
  path: string,
  files: DataFiles,
): Promise<void> {
  const source = join(data, path);
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) return; // it was published or deleted meanwhile
  const known = files.get(path);
  if (known?.size === found.size && known.modified === found.mtimeMs) return;
  // An upload grows while it is read, so a copy is hashed and stored.
  const copy = join(scratch, "file");
  try {
    await pipeline(createReadStream(source), createWriteStream(copy, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const { hash, size } = await hashFile(copy);
  const name = backup.fileName(filePath(hash, EXT));
  if ((await backup.place.size(name)) === undefined) await backup.write(name, createReadStream(copy));
  files.set(path, { path, hash, size, modified: found.mtimeMs });
}

/** Names of these files in the backup. */
export const dataFileName = (backup: Backup, hash: string) => backup.fileName(filePath(hash, EXT));

/** @throws BackupError for a path that leaves the folder */
export async function restoreDataFile(backup: Backup, data: string, file: DataFile): Promise<void> {
  const { path, hash, size, modified } = file;
  const inside = normalize(path);
  if (!FOLDERS.includes(inside.split("/")[0] ?? ""))
    throw new BackupError(`The backup names the file ${path}.`);
  const target = join(data, inside);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(
    await backup.read(dataFileName(backup, hash)),
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
  const found = await hashFile(target);
  if (found.hash !== hash || found.size !== size) throw new BackupError(`${path} is damaged in the backup.`);
  await utimes(target, new Date(modified), new Date(modified));
}
