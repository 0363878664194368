/** File storage on the local disk: `<data>/files/aa/bb/<sha256><ext>`, each file stored once. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, mkdirSync, renameSync, utimesSync } from "node:fs";
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { FILE_PATH, filePath } from "#shared/rules/files.ts";
import { CopierThread } from "./copier-thread.ts";
import {
  assertExpected,
  type ByteRange,
  type ExpectedFile,
  FileError,
  type FileStat,
  type FileStorage,
  type HashedFile,
  HEAD_BYTES,
  type ListedFile,
  missingOr,
  type NewFile,
  type StoreDecision,
  type UnknownFile,
} from "./storage.ts";

const CHUNK = 1024 * 1024;
/** Most files are small, and a large buffer for each would keep the garbage collector busy. */
const FIRST_CHUNK = 64 * 1024;
const READ_AHEAD = 512 * 1024;
const STALE_MS = 3_600_000; // a running copy writes far more often than this

export class DiskStorage implements FileStorage {
  readonly root: string;
  readonly #copier = new CopierThread();
  #incoming: Promise<unknown> | undefined;

  /** @param data folder of ROOST_DATA; files are in its `files` folder */
  constructor(data: string) {
    this.root = join(data, "files");
  }

  localPath(path: string): string {
    if (!FILE_PATH.test(path)) throw new Error(`${path} is not the path of a stored file`);
    return join(this.root, path);
  }

  /** Comparing sizes is enough, because only complete files are renamed into place. */
  async has({ hash, ext, size }: ExpectedFile): Promise<boolean> {
    return (await this.stat(filePath(hash, ext)))?.size === size;
  }

  async put(source: string, expected: NewFile): Promise<boolean> {
    const target = this.localPath(filePath(expected.hash, expected.ext));
    if (await this.has(expected)) {
      await setModified(target, expected);
      return false;
    }
    const waiting = join(this.root, ".incoming", `${randomBytes(12).toString("hex")}.part`);
    await mkdir(dirname(waiting), { recursive: true });
    try {
      assertExpected(source, expected, await copyHashed(source, waiting));
      await mkdir(dirname(target), { recursive: true });
      await rename(waiting, target);
      await setModified(target, expected); // not earlier: the date of an unfinished copy shows whether it is stale
      return true;
    } catch (error) {
      await rm(waiting, { force: true });
      throw error;
    }
  }

  /** Synchronous where it is quick: only imports call it, and handing each step to another thread takes longer than the step. */
  async take({ localPath, handle, link: isLinked }: UnknownFile, decide: StoreDecision): Promise<boolean> {
    const waiting = join(this.root, ".incoming", `${randomBytes(12).toString("hex")}.part`);
    this.#incoming ??= mkdir(dirname(waiting), { recursive: true });
    await this.#incoming;
    let isStored = false;
    try {
      const link = isLinked === true && (await handle.stat()).dev === (await stat(this.root)).dev;
      const found = link
        ? await copyBytes(handle, undefined)
        : ((await this.#copier.copy(handle.fd, waiting)) ?? (await copyInto(handle, waiting)));
      const decision = await decide(found);
      if (decision === undefined) return false;
      if (!decision.isNew && (await this.has({ ...found, ext: decision.ext }))) return false;
      const linked = link && (await linkTo(localPath, handle, waiting));
      if (link && !linked) await copyInto(handle, waiting);
      const target = this.localPath(filePath(found.hash, decision.ext));
      mkdirSync(dirname(target), { recursive: true });
      renameSync(waiting, target);
      isStored = true;
      if (!linked) utimesSync(target, decision.modified, decision.modified);
      return true;
    } finally {
      if (!isStored) await rm(waiting, { force: true });
    }
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const localPath = this.localPath(path);
    const found = await stat(localPath).catch((error) => missingOr(error, localPath));
    return found?.isFile() === true ? { size: found.size, modified: found.mtime } : undefined;
  }

  /** Opens the file before it resolves. */
  async read(path: string, range?: ByteRange): Promise<Readable> {
    const localPath = this.localPath(path);
    const stream = createReadStream(localPath, { ...range, highWaterMark: READ_AHEAD });
    await once(stream, "open").catch((error: NodeJS.ErrnoException) => {
      missingOr(error, localPath);
      throw new FileError("missing file", `${path} is not there`);
    });
    return stream;
  }

  async remove(path: string): Promise<void> {
    await rm(this.localPath(path), { force: true });
  }

  async *list(): AsyncGenerator<ListedFile> {
    for (const first of await readdir(this.root).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const second of await readdir(join(this.root, first))) {
        const folder = await opendir(join(this.root, first, second)).catch(() => undefined);
        for await (const { name } of folder ?? []) {
          const path = `/${first}/${second}/${name}`;
          const found = FILE_PATH.test(path) ? await this.stat(path) : undefined;
          if (found !== undefined) yield { path, ...found };
        }
      }
    }
  }

  async sweep(): Promise<void> {
    const folder = join(this.root, ".incoming");
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  }
}

/**
 * Sets the modification date, so that a web server on a copy of the folder sends the same date. A file removed in the
 * meantime is not an error. A file of another user of the same folder, such as the importer's, keeps its date.
 */
async function setModified(localPath: string, { modified }: NewFile): Promise<void> {
  if (modified === undefined) return;
  const found = await stat(localPath).catch(() => undefined);
  if (found === undefined || found.mtime.getTime() === modified.getTime()) return;
  await utimes(localPath, modified, modified).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "EPERM") throw error;
  });
}

async function copyHashed(source: string, target: string): Promise<{ hash: string; size: number }> {
  const from = await open(source, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new FileError("missing file", `${source} is not there`);
    throw error;
  });
  try {
    const found = await from.stat();
    if (!found.isFile()) throw new FileError("missing file", `${source} is not a file`);
    return await copyInto(from, target);
  } finally {
    await from.close();
  }
}

async function copyInto(from: FileHandle, target: string): Promise<HashedFile> {
  const to = await open(target, "wx");
  try {
    const found = await copyBytes(from, to);
    await to.sync();
    return found;
  } finally {
    await to.close();
  }
}

/** Reads to the end, hashes, and writes to the target if given. */
async function copyBytes(from: FileHandle, to: FileHandle | undefined): Promise<HashedFile> {
  let buffer = Buffer.allocUnsafe(FIRST_CHUNK);
  const hash = createHash("sha256");
  let size = 0;
  let head = Buffer.alloc(0);
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (size === 0) head = Buffer.from(chunk.subarray(0, HEAD_BYTES));
    hash.update(chunk);
    await to?.writeFile(chunk);
    size += bytesRead;
    if (buffer.length < CHUNK && bytesRead === buffer.length) buffer = Buffer.allocUnsafe(CHUNK);
  }
  return { hash: hash.digest("hex"), size, head };
}

/** @returns false if the disk does not support the link, or the file was replaced meanwhile */
async function linkTo(localPath: string | Buffer, handle: FileHandle, target: string): Promise<boolean> {
  try {
    await link(localPath, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EXDEV" || code === "EPERM" || code === "EMLINK" || code === "ENOENT") return false;
    throw error;
  }
  const [linked, opened] = [await lstat(target), await handle.stat()];
  if (linked.ino === opened.ino && linked.dev === opened.dev) return true;
  await rm(target);
  return false;
}
