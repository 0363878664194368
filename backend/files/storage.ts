/** File storage: one interface, two adapters (disk.ts, s3.ts), and helpers for both. */

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, type FileHandle, link, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TYPE_BYTES } from "#shared/archive-files/entry-type.ts";
import { hashOfPath } from "#shared/rules/files.ts";

export type FileFault = "missing file" | "hash mismatch" | "size mismatch";

/** A file that cannot be written or read; `fault` is the kind it is counted as. */
export class FileError extends Error {
  override name = "FileError";
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The storage is unreachable or rejects requests; a retry later may work. */
export class StorageError extends Error {
  override name = "StorageError";
}

export interface ExpectedFile {
  /** SHA-256, 64 hex digits. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** Bytes. */
  size: number;
}

export interface NewFile extends ExpectedFile {
  /** Time its content was last changed; the time of storing if unknown. */
  modified?: Date;
}

/** An open file with an unknown hash. */
export interface UnknownFile {
  /** Local path; bytes if its name is not UTF-8. */
  localPath: string | Buffer;
  handle: FileHandle;
  /** Stores a hard link if the disk supports it, so that the bytes exist once. */
  link?: boolean;
}

/** Properties of a file known after reading it. */
export interface HashedFile {
  hash: string;
  size: number;
  /** Its first few thousand bytes, used to detect its type. */
  head: Buffer;
}

/** Decides how a file is stored; undefined skips it. `isNew` if the archive is known to lack the file. */
export type StoreDecision = (
  found: HashedFile,
) => Promise<{ ext: string; modified: Date; isNew: boolean } | undefined>;

export const HEAD_BYTES = TYPE_BYTES;

export interface FileStat {
  /** Bytes. */
  size: number;
  modified: Date;
}

/** Offsets of the first and the last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ListedFile extends FileStat {
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
}

/** Content-addressed files. A `path` is `/aa/bb/<sha256><ext>`; a file is visible only when complete and verified. */
export interface FileStorage {
  /** True if the file exists with its full size. */
  has(file: ExpectedFile): Promise<boolean>;
  /**
   * Copies `source` in and verifies it; an existing file is not written again.
   * @returns true if bytes were written
   * @throws FileError if the source is missing or its bytes are not the expected ones; leaves nothing behind
   */
  put(source: string, expected: NewFile): Promise<boolean>;
  /**
   * Hashes a file and stores it, reading it once if possible.
   * @returns true if bytes were written
   */
  take(source: UnknownFile, decide: StoreDecision): Promise<boolean>;
  /** @returns undefined if there is no such file. @throws StorageError */
  stat(path: string): Promise<FileStat | undefined>;
  /**
   * Reads its bytes, or a range that must be inside it.
   * @throws FileError "missing file"
   */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** A missing file is not an error. */
  remove(path: string): Promise<void>;
  /** Local path of the file, existing or not; undefined if stored elsewhere. Read-only. */
  localPath(path: string): string | undefined;
  /** Lists all files in no particular order. */
  list(): AsyncIterable<ListedFile>;
  /** Removes leftovers of interrupted copies. */
  sweep(): Promise<void>;
}

const MAX_DOWNLOAD = 8 * 1024 ** 3;

/**
 * Calls `use` with a local path of the file: its own, or a temporary copy. Read-only.
 * @param maxBytes limit for files that must be downloaded first
 * @throws FileError if it is missing, larger than maxBytes, or not the bytes of its name
 */
export async function withLocalFile<T>(
  storage: FileStorage,
  path: string,
  use: (localPath: string) => Promise<T>,
  maxBytes = MAX_DOWNLOAD,
): Promise<T> {
  const localPath = storage.localPath(path);
  if (localPath !== undefined) {
    if ((await storage.stat(path)) === undefined) throw new FileError("missing file", `${path} is not there`);
    return use(localPath);
  }
  const folder = await mkdtemp(join(tmpdir(), "roost-file-"));
  try {
    const copy = join(folder, basename(path));
    await download(storage, path, copy, maxBytes);
    return await use(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a file to a new path; a hard link if the disk supports it.
 * @throws FileError "missing file", or "hash mismatch" if it was corrupted in transfer
 */
export async function copyOut(storage: FileStorage, path: string, target: string): Promise<void> {
  const source = storage.localPath(path);
  if (source === undefined) return download(storage, path, target, Number.POSITIVE_INFINITY);
  const missing = (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new FileError("missing file", `${path} is not there`);
    return error;
  };
  await link(source, target).catch(async (error) => {
    missing(error);
    await copyFile(source, target).catch((failure) => {
      throw missing(failure);
    });
  });
}

async function download(storage: FileStorage, path: string, target: string, maxBytes: number): Promise<void> {
  let size = 0;
  async function* limited(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new FileError("size mismatch", `${path} is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  }
  const bytes = await storage.read(path);
  await pipeline(bytes, limited, checkedAgainst(path), createWriteStream(target, { flags: "wx" })).catch(
    (error: Error) => {
      if (bytes.errored !== error) throw error;
      throw new StorageError(`${path} did not come whole: ${error.message}`);
    },
  );
}

/**
 * Passes on the bytes of a stored file, the last piece only once the SHA-256 of all is the one in its path.
 * @throws FileError "hash mismatch"
 */
export function checkedAgainst(path: string): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* checked(source) {
    const hash = createHash("sha256");
    let last: Buffer | undefined;
    for await (const piece of source) {
      hash.update(piece);
      if (last !== undefined) yield last;
      last = piece;
    }
    assertHash(path, hash.digest("hex"));
    if (last !== undefined) yield last;
  };
}

/** @throws FileError "hash mismatch" if a stored file came with another hash than the one in its path */
export function assertHash(path: string, found: string): void {
  if (found !== hashOfPath(path)) throw new FileError("hash mismatch", `${path} came with SHA-256 ${found}`);
}

/** For the error of opening a file: undefined if it is missing. @throws StorageError */
export function missingOr(error: NodeJS.ErrnoException, localPath: string): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw new StorageError(`${localPath} cannot be read: ${error.message}`);
}

/** SHA-256 of each slice of a file and of the whole, in one pass. @throws FileError "missing file" */
export async function hashFile(
  localPath: string | Buffer,
  sliceBytes = Number.POSITIVE_INFINITY,
): Promise<{ hash: string; size: number; slices: string[] }> {
  const whole = createHash("sha256");
  const slices: string[] = [];
  let slice = createHash("sha256");
  let inSlice = 0;
  let size = 0;
  try {
    for await (const piece of createReadStream(localPath, { highWaterMark: 1024 * 1024 })) {
      const bytes = piece as Buffer;
      whole.update(bytes);
      size += bytes.length;
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + Math.min(bytes.length - at, sliceBytes - inSlice));
        slice.update(part);
        at += part.length;
        inSlice += part.length;
        if (inSlice < sliceBytes) continue;
        slices.push(slice.digest("hex"));
        slice = createHash("sha256");
        inSlice = 0;
      }
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR")
      throw new FileError("missing file", `${localPath} is not a file that is there`);
    throw error;
  }
  if (inSlice > 0) slices.push(slice.digest("hex"));
  return { hash: whole.digest("hex"), size, slices };
}

/** @throws FileError if the received file differs from the expected one */
export function assertExpected(
  source: string,
  expected: ExpectedFile,
  found: { hash: string; size: number },
) {
  if (found.size !== expected.size)
    throw new FileError(
      "size mismatch",
      `${source} has ${found.size} bytes, its record says ${expected.size}`,
    );
  if (found.hash !== expected.hash)
    throw new FileError(
      "hash mismatch",
      `${source} has SHA-256 ${found.hash}, its record says ${expected.hash}`,
    );
}
