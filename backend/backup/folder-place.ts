/** Backups in a folder. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileError, missingOr } from "#backend/files/storage.ts";
import type { BackupPlace, PlacedFile, Written } from "./place.ts";

const READ_AHEAD_BYTES = 512 * 1024;
/** The disk, or one of its folders, does not support the link. */
const NO_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP"]);
/** Files being written; those of an interrupted backup are deleted by the next one. */
export const UNFINISHED = "unfinished/";

export class FolderPlace implements BackupPlace {
  readonly label: string;

  constructor(folder: string) {
    this.label = folder;
  }

  async size(name: string): Promise<number | undefined> {
    const path = join(this.label, name);
    const found = await stat(path).catch((error) => missingOr(error, path));
    return found?.isFile() === true ? found.size : undefined;
  }

  async read(name: string): Promise<Readable> {
    const path = join(this.label, name);
    const stream = createReadStream(path, { highWaterMark: READ_AHEAD_BYTES });
    await once(stream, "open").catch((error: NodeJS.ErrnoException) => {
      missingOr(error, path);
      throw new FileError("missing file", `${path} is not there`);
    });
    return stream;
  }

  async write(name: string, source: Readable): Promise<Written> {
    source.on("error", () => {}); // one before the pipeline is connected is thrown by it
    const path = join(this.label, name);
    const unfinished = join(this.label, UNFINISHED, randomBytes(12).toString("hex"));
    for (const folder of [dirname(path), dirname(unfinished)])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let size = 0;
    async function* hashed(bytes: AsyncIterable<Buffer>) {
      for await (const piece of bytes) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    }
    try {
      // For the owner only: a backup holds password hashes and private messages.
      await pipeline(
        source,
        hashed,
        createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
      );
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return { size, sha256: hash.digest("hex") };
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async canLink(localPath: string): Promise<boolean> {
    const found = await stat(localPath).catch((error) => missingOr(error, localPath));
    return found !== undefined && found.dev === (await stat(this.label)).dev;
  }

  async link(name: string, localPath: string): Promise<boolean> {
    const path = join(this.label, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await link(localPath, path);
      return true;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return true;
      if (NO_LINK.has(code)) return false;
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<PlacedFile> {
    // A prefix ends with a slash, so it is a folder.
    const entries = await readdir(join(this.label, prefix), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = prefix + entry.name;
      if (entry.isDirectory()) yield* this.list(`${name}/`);
      else {
        const size = await this.size(name);
        if (size !== undefined) yield { name, size };
      }
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.label, name), { force: true });
  }
}

/** Makes a renamed file survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
