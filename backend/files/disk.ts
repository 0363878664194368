/** Files on this machine's disk: `<data>/files/aa/bb/<sha256><ext>`, each stored once however often it comes in. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { FILE_PATH, filePath } from "#shared/rules/files.ts";
import {
  type ByteRange,
  type ExpectedFile,
  FileError,
  type FileStat,
  type FileStorage,
  type ListedFile,
  refuseOther,
} from "./storage.ts";

const CHUNK = 1024 * 1024;
const READ_AHEAD = 512 * 1024;
const STALE_MS = 3_600_000; // a copy under way writes far more often than this

export class DiskStorage implements FileStorage {
  readonly root: string;

  /** @param data the folder of ROOST_DATA; files are in `files` below it */
  constructor(data: string) {
    this.root = join(data, "files");
  }

  localPath(path: string): string {
    if (!FILE_PATH.test(path)) throw new Error(`${path} is not the path of a stored file`);
    return join(this.root, path);
  }

  /** A file is only ever renamed into place whole, so its size says enough. */
  async holds({ hash, ext, size }: ExpectedFile): Promise<boolean> {
    return (await this.stat(filePath(hash, ext)))?.size === size;
  }

  async put(source: string, expected: ExpectedFile): Promise<boolean> {
    if (await this.holds(expected)) return false;
    const waiting = join(this.root, ".incoming", `${randomBytes(12).toString("hex")}.part`);
    await mkdir(dirname(waiting), { recursive: true });
    try {
      refuseOther(source, expected, await copyHashed(source, waiting));
      const target = this.localPath(filePath(expected.hash, expected.ext));
      await mkdir(dirname(target), { recursive: true });
      await rename(waiting, target);
      return true;
    } catch (error) {
      await rm(waiting, { force: true });
      throw error;
    }
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const found = await stat(this.localPath(path)).catch(() => undefined);
    return found?.isFile() === true ? { size: found.size, modified: found.mtime } : undefined;
  }

  /** Opens before it resolves. */
  async read(path: string, range?: ByteRange): Promise<Readable> {
    const stream = createReadStream(this.localPath(path), { ...range, highWaterMark: READ_AHEAD });
    await once(stream, "open").catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new FileError("missing file", `${path} is not there`) : error;
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

async function copyHashed(source: string, target: string): Promise<{ hash: string; size: number }> {
  const from = await open(source, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new FileError("missing file", `${source} is not there`);
    throw error;
  });
  try {
    const found = await from.stat();
    if (!found.isFile()) throw new FileError("missing file", `${source} is not a file`);
    const to = await open(target, "wx");
    try {
      const buffer = Buffer.allocUnsafe(CHUNK);
      const hash = createHash("sha256");
      let size = 0;
      for (;;) {
        const { bytesRead } = await from.read(buffer, 0, CHUNK, size);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await to.writeFile(chunk);
        size += bytesRead;
      }
      await to.sync();
      return { hash: hash.digest("hex"), size };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
