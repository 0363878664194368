/**
 * Opens files for sending. On the local disk, two buffers per connection alternate between disk and socket: a stream
 * would allocate one per chunk and use half as much CPU again.
 */
import { createHash, type Hash } from "node:crypto";
import { close, fstat, open, read, type Stats } from "node:fs";
import { pipeline, type Writable } from "node:stream";
import { promisify } from "node:util";
import { hashOfPath } from "#shared/rules/files.ts";
import {
  assertHash,
  checkedAgainst,
  FileError,
  type FileStat,
  type FileStorage,
  missingOr,
} from "./storage.ts";
import { isVerified, setVerified } from "./verified-files.ts";

const EMPTY = createHash("sha256").digest("hex");
const CHUNK_BYTES = 128 * 1024; // twice this is held per reader, however slow

const openFd = promisify(open);
const statFd = promisify(fstat);
const closeFd = promisify(close);

/** An existing file. Dispose of it after use. */
export interface OpenFile extends AsyncDisposable {
  stat: FileStat;
  /**
   * Ensures that the bytes can be read.
   * @returns a function that writes them and ends the writer; missing bytes and a closed writer destroy it
   * @throws FileError, StorageError
   */
  prepare(start: number, length: number): Promise<(to: Writable) => Promise<void>>;
}

/**
 * Opens a stored file. One read whole is hashed on its way; if its bytes differ, the last of them are never sent. A
 * file on the local disk is hashed once, and again after a change: hashing takes longer than reading it.
 * @param onDamage called with the error before the writer is destroyed
 * @returns undefined if there is no such file
 * @throws FileError for an empty file that should not be; StorageError
 */
export async function openStored(
  storage: FileStorage,
  path: string,
  onDamage: (error: FileError) => void,
): Promise<OpenFile | undefined> {
  const localPath = storage.localPath(path);
  const opened =
    localPath === undefined
      ? await openRemote(storage, path, onDamage)
      : await openLocal(localPath, { path, onDamage });
  // No byte could be withheld.
  if (opened?.stat.size === 0 && hashOfPath(path) !== EMPTY) {
    await opened[Symbol.asyncDispose]();
    const error = new FileError("hash mismatch", `${path} is empty`);
    onDamage(error);
    throw error;
  }
  return opened;
}

async function openRemote(
  storage: FileStorage,
  path: string,
  onDamage: (error: FileError) => void,
): Promise<OpenFile | undefined> {
  const stat = await storage.stat(path);
  if (stat === undefined) return undefined;
  return {
    stat,
    async prepare(start, length) {
      const whole = start === 0 && length === stat.size;
      const body = await storage.read(path, whole ? undefined : { start, end: start + length - 1 });
      if (!whole) return (to) => new Promise((resolve) => pipeline(body, to, () => resolve()));
      return (to) =>
        new Promise((resolve) => {
          pipeline(body, checkedAgainst(path), to, (error) => {
            if (error instanceof FileError) onDamage(error);
            resolve();
          });
        });
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Checksum that the bytes of a file must match. */
interface Expected {
  /** Path of the stored file, which contains its hash. */
  path: string;
  onDamage: (error: FileError) => void;
}

/**
 * @param expected undefined for a file without a known hash
 * @returns undefined if there is no file
 * @throws StorageError
 */
export async function openLocal(localPath: string, expected?: Expected): Promise<OpenFile | undefined> {
  const fd = await openFd(localPath, "r").catch((error: NodeJS.ErrnoException) =>
    missingOr(error, localPath),
  );
  if (fd === undefined) return undefined;
  const stats = await statFd(fd);
  if (stats.isFile()) return new LocalFile(fd, localPath, stats, expected);
  await closeFd(fd);
  return undefined;
}

class LocalFile implements OpenFile {
  readonly #fd: number;
  readonly #localPath: string;
  readonly #stats: Stats;
  readonly #expected: Expected | undefined;

  constructor(fd: number, localPath: string, stats: Stats, expected: Expected | undefined) {
    this.#fd = fd;
    this.#localPath = localPath;
    this.#stats = stats;
    this.#expected = expected;
  }

  get stat(): FileStat {
    return { size: this.#stats.size, modified: this.#stats.mtime };
  }

  async prepare(start: number, length: number): Promise<(to: Writable) => Promise<void>> {
    return (to) => this.#send(to, start, length);
  }

  #send(to: Writable, start: number, length: number): Promise<void> {
    const isWhole = start === 0 && length === this.#stats.size;
    const isUnknown = this.#expected !== undefined && !isVerified(this.#localPath, this.#stats);
    const hash = isWhole && isUnknown ? createHash("sha256") : undefined;
    return new Promise((resolve) => {
      if (to.destroyed) return resolve();
      const size = Math.min(CHUNK_BYTES, length);
      const free = Array.from({ length: length > CHUNK_BYTES ? 2 : 1 }, () => Buffer.allocUnsafe(size));
      let at = start;
      const end = start + length;
      let reading = false;
      const finish = () => {
        if (!reading) resolve(); // the descriptor is closed next, so nothing may be reading
      };
      to.once("close", finish);
      const next = () => {
        const buffer = free.at(-1);
        if (reading || buffer === undefined || at >= end || to.destroyed) return;
        free.pop();
        reading = true;
        read(this.#fd, buffer, 0, Math.min(buffer.length, end - at), at, (error, count) => {
          reading = false;
          if (error !== null || count === 0) to.destroy();
          if (to.destroyed) return finish();
          at += count;
          const piece = count === buffer.length ? buffer : buffer.subarray(0, count);
          hash?.update(piece);
          if (at >= end) return void (this.#isRight(hash) ? to.end(piece) : to.destroy());
          to.write(piece, () => {
            free.push(buffer);
            next();
          });
          next();
        });
      };
      next();
    });
  }

  /** @param hash of all bytes; undefined if they need no check */
  #isRight(hash: Hash | undefined): boolean {
    const expected = this.#expected;
    if (hash === undefined || expected === undefined) return true;
    try {
      assertHash(expected.path, hash.digest("hex"));
    } catch (error) {
      expected.onDamage(error as FileError);
      return false;
    }
    setVerified(this.#localPath, this.#stats);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeFd(this.#fd);
  }
}
