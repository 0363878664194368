/** Files by their content: `<data>/files/aa/bb/<sha256><ext>`, each stored once however often it comes in. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filePath } from "#shared/rules/files.ts";

const CHUNK = 1024 * 1024;
const STALE_MS = 3_600_000; // a copy under way writes far more often than this

export type FileFault = "missing file" | "hash mismatch" | "size mismatch";

/** A file that cannot be taken; `fault` is the kind it is counted under. */
export class FileError extends Error {
  override name = "FileError";
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface ExpectedFile {
  /** SHA-256, 64 hex. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** Bytes. */
  size: number;
}

export class FileStore {
  readonly root: string;

  /** @param data the folder of ROOST_DATA; files are kept in `files` below it */
  constructor(data: string) {
    this.root = join(data, "files");
  }

  /** Where a file with this content is, or would be. */
  locate({ hash, ext }: Pick<ExpectedFile, "hash" | "ext">): string {
    return join(this.root, filePath(hash, ext));
  }

  /** True when the file is there at its full size; a file is only ever renamed into place whole. */
  async holds(file: ExpectedFile): Promise<boolean> {
    const found = await stat(this.locate(file)).catch(() => undefined);
    return found?.isFile() === true && found.size === file.size;
  }

  /**
   * Copies `source` in and checks it on the way; a file that is held already is left alone.
   * @returns whether bytes were written
   * @throws FileError when the source is absent or its bytes are not the expected ones; nothing is left behind
   */
  async take(source: string, expected: ExpectedFile): Promise<boolean> {
    if (await this.holds(expected)) return false;
    const waiting = join(this.root, ".incoming", `${randomBytes(12).toString("hex")}.part`);
    await mkdir(dirname(waiting), { recursive: true });
    try {
      const { hash, size } = await copyHashed(source, waiting);
      if (size !== expected.size) {
        throw new FileError("size mismatch", `${source} has ${size} bytes, its record says ${expected.size}`);
      }
      if (hash !== expected.hash)
        throw new FileError(
          "hash mismatch",
          `${source} has SHA-256 ${hash}, its record says ${expected.hash}`,
        );
      const target = this.locate(expected);
      await mkdir(dirname(target), { recursive: true });
      await rename(waiting, target);
      return true;
    } catch (error) {
      await rm(waiting, { force: true });
      throw error;
    }
  }

  /** Removes what an interrupted copy left. */
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
