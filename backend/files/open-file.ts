/**
 * Opens files for sending. On the local disk, two buffers per connection alternate between disk and socket: a stream
 * would allocate one per chunk and use half as much CPU again.
 */
import { close, fstat, open, read } from "node:fs";
import { pipeline, type Writable } from "node:stream";
import { promisify } from "node:util";
import type { FileStat, FileStorage } from "./storage.ts";

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

/** @returns undefined if there is no such file */
export async function openStored(storage: FileStorage, path: string): Promise<OpenFile | undefined> {
  const localPath = storage.localPath(path);
  if (localPath !== undefined) return openLocal(localPath);
  const stat = await storage.stat(path);
  if (stat === undefined) return undefined;
  return {
    stat,
    async prepare(start, length) {
      const whole = start === 0 && length === stat.size;
      const body = await storage.read(path, whole ? undefined : { start, end: start + length - 1 });
      return (to) => new Promise((resolve) => pipeline(body, to, () => resolve()));
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** @returns undefined if there is no file */
export async function openLocal(localPath: string): Promise<OpenFile | undefined> {
  const fd = await openFd(localPath, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (fd === undefined) return undefined;
  const found = await statFd(fd);
  if (found.isFile()) return new LocalFile(fd, { size: found.size, modified: found.mtime });
  await closeFd(fd);
  return undefined;
}

class LocalFile implements OpenFile {
  readonly #fd: number;
  readonly stat: FileStat;

  constructor(fd: number, stat: FileStat) {
    this.#fd = fd;
    this.stat = stat;
  }

  async prepare(start: number, length: number): Promise<(to: Writable) => Promise<void>> {
    return (to) => this.#send(to, start, length);
  }

  #send(to: Writable, start: number, length: number): Promise<void> {
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
          if (at >= end) return void to.end(piece);
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

  async [Symbol.asyncDispose](): Promise<void> {
    await closeFd(this.#fd);
  }
}
