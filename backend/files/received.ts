/** Folders of downloads being received, in the data folder; a file appears at its path once complete. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The disk cannot store a file at this path; the message has the reason. */
export class PathError extends Error {
  override name = "PathError";
}
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "A file and a folder have the same path.",
  EISDIR: "A file and a folder have the same path.",
  ENOTDIR: "A file and a folder have the same path.",
  ENOTEMPTY: "A file and a folder have the same path.",
  ENAMETOOLONG: "The name is too long for the archive's disk.",
};

export const receivedFolder = (data: string, id: string) => join(data, "received", id, "files");
const unfinishedFolder = (data: string, id: string) => join(data, "received", id, "unfinished");

/**
 * Stores a file at its path in the folder, replacing an existing one.
 * @param path checked by `isDownloadPath`
 * @throws PathError; an interrupted file leaves nothing behind
 */
export async function receiveFile(
  data: string,
  id: string,
  path: string,
  bytes: Readable,
  modified?: Date,
): Promise<void> {
  const localPath = join(receivedFolder(data, id), path);
  const unfinished = join(unfinishedFolder(data, id), randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  try {
    await pipeline(bytes, createWriteStream(unfinished, { flags: "wx", mode: 0o600 }));
    if (modified !== undefined) await utimes(unfinished, modified, modified);
    await mkdir(dirname(localPath), { recursive: true });
    await rename(unfinished, localPath);
  } catch (error) {
    await rm(unfinished, { force: true });
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
    throw reason === undefined ? error : new PathError(reason);
  }
}

/** Lists all files with their path in the folder and their size. */
export async function receivedFiles(data: string, id: string): Promise<{ path: string; size: number }[]> {
  const folder = receivedFolder(data, id);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: { path: string; size: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const localPath = join(entry.parentPath, entry.name);
    found.push({
      path: relative(folder, localPath).split(sep).join("/"),
      size: (await stat(localPath)).size,
    });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function removeReceived(data: string, id: string): Promise<void> {
  await rm(join(data, "received", id), { recursive: true, force: true });
}
