/** Partial uploads in the data folder: one file each; its row says how many bytes are stored durably. */

import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

const folderOf = (data: string) => join(data, "uploads");
export const stagedPath = (data: string, id: string) => join(folderOf(data), id);

/** Opens a file for writing at any offset, creating it if needed. */
export async function openStaged(data: string, id: string): Promise<FileHandle> {
  const localPath = stagedPath(data, id);
  await mkdir(dirname(localPath), { recursive: true, mode: 0o700 });
  return open(localPath, constants.O_RDWR | constants.O_CREAT, 0o600);
}

/** @returns undefined if there is no such file; the caller closes it */
export async function openToRead(data: string, id: string): Promise<FileHandle | undefined> {
  return await open(stagedPath(data, id), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Makes a new file survive a power failure. */
export async function syncFolder(data: string): Promise<void> {
  const folder = await open(folderOf(data), "r");
  await folder.sync().finally(() => folder.close());
}

/** A missing file is not an error. */
export async function removeStaged(data: string, id: string): Promise<void> {
  await rm(stagedPath(data, id), { force: true });
}

/** Free disk space in bytes. */
export async function freeSpace(data: string): Promise<number> {
  await mkdir(folderOf(data), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folderOf(data));
  return bavail * bsize;
}

/** Ids of uploads unchanged for this long. @param age milliseconds */
export async function stagedBefore(data: string, age: number): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folderOf(data)).catch(() => [])) {
    const found = await stat(join(folderOf(data), name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > age) old.push(name);
  }
  return old;
}
