/** Storage of files: one interface, two adapters (disk.ts, s3.ts), and what works on either. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, type FileHandle, link, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hashOfPath } from "#shared/rules/files.ts";

export type FileFault = "missing file" | "hash mismatch" | "size mismatch";

/** A file that cannot be written or read; `fault` is the kind it is counted under. */
export class FileError extends Error {
  override name = "FileError";
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The storage itself cannot be reached or refuses us; a retry later may work. */
export class StorageError extends Error {
  override name = "StorageError";
}

export interface ExpectedFile {
  /** SHA-256, 64 hex. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** Bytes. */
  size: number;
}

export interface NewFile extends ExpectedFile {
  /** When its content was last changed; the moment it is stored where that is not known. */
  modified?: Date;
}

/** A file whose hash is not known yet, open for reading. */
export interface UnknownFile {
  /** Where it is on this machine; bytes where its name is not UTF-8. */
  place: string | Buffer;
  handle: FileHandle;
  /** Store a hard link to it where the disk allows that: the bytes are then on the disk once. */
  link?: boolean;
}

/** What is known of a file once it was read. */
export interface TakenFile {
  hash: string;
  size: number;
  /** Its first bytes, some thousands, by which the kinds of files are told apart. */
  head: Buffer;
}

/** How a file is stored; undefined leaves it out. `isNew` where the archive is known to have no such file. */
export type Keep = (found: TakenFile) => Promise<{ ext: string; modified: Date; isNew: boolean } | undefined>;

export const HEAD_BYTES = 4100;

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

/** Files by their content. A `path` is `/aa/bb/<sha256><ext>`; a file is visible only when it is whole and its hash right. */
export interface FileStorage {
  /** True when the file is there at its full size. */
  holds(file: ExpectedFile): Promise<boolean>;
  /**
   * Copies `source` in and checks it; a file that is held already is not written again.
   * @returns whether bytes were written
   * @throws FileError when the source is absent or its bytes are not the expected ones; nothing is left behind
   */
  put(source: string, expected: NewFile): Promise<boolean>;
  /**
   * Hashes a file and stores it, reading it once where that is possible.
   * @returns whether bytes were written
   */
  take(source: UnknownFile, keep: Keep): Promise<boolean>;
  /** @returns undefined where there is no such file */
  stat(path: string): Promise<FileStat | undefined>;
  /**
   * Its bytes, or those of a range that must lie inside it.
   * @throws FileError "missing file"
   */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** A missing file is no error. */
  remove(path: string): Promise<void>;
  /** Where the file is, or would be, on this machine; undefined where it is elsewhere. Read it only. */
  localPath(path: string): string | undefined;
  /** Every file there is, in no promised order. */
  list(): AsyncIterable<ListedFile>;
  /** Removes what interrupted copies left. */
  sweep(): Promise<void>;
}

const MAX_DOWNLOAD = 8 * 1024 ** 3;

/**
 * Runs `use` with a place on this machine that holds the file: its own, or a copy that is gone afterwards. Read it only.
 * @param maxBytes of a file that must be brought here first
 * @throws FileError where it is missing, larger than maxBytes, or not the bytes its name says
 */
export async function withLocalFile<T>(
  storage: FileStorage,
  path: string,
  use: (place: string) => Promise<T>,
  maxBytes = MAX_DOWNLOAD,
): Promise<T> {
  const place = storage.localPath(path);
  if (place !== undefined) {
    if ((await storage.stat(path)) === undefined) throw new FileError("missing file", `${path} is not there`);
    return use(place);
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
 * Copies a file out to a new place: a link where the disk allows it.
 * @throws FileError "missing file", or "hash mismatch" where it came over the network otherwise than stored
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
  const hash = createHash("sha256");
  let size = 0;
  async function* checked(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new FileError("size mismatch", `${path} is larger than ${maxBytes} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(await storage.read(path), checked, createWriteStream(target, { flags: "wx" }));
  const found = hash.digest("hex");
  if (found !== hashOfPath(path)) throw new FileError("hash mismatch", `${path} came with SHA-256 ${found}`);
}

/** SHA-256 of each slice of a file and of the whole, read once in pieces. @throws FileError "missing file" */
export async function hashFile(
  place: string | Buffer,
  sliceBytes = Number.POSITIVE_INFINITY,
): Promise<{ hash: string; size: number; slices: string[] }> {
  const whole = createHash("sha256");
  const slices: string[] = [];
  let slice = createHash("sha256");
  let inSlice = 0;
  let size = 0;
  try {
    for await (const piece of createReadStream(place, { highWaterMark: 1024 * 1024 })) {
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
      throw new FileError("missing file", `${place} is not a file that is there`);
    throw error;
  }
  if (inSlice > 0) slices.push(slice.digest("hex"));
  return { hash: whole.digest("hex"), size, slices };
}

/** @throws FileError where what came differs from what was expected */
export function refuseOther(source: string, expected: ExpectedFile, found: { hash: string; size: number }) {
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
