/** Files for the specs of the hash lookup, and what the page's process holds meanwhile. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;

export interface Folder extends AsyncDisposable {
  path: string;
  /** Writes a file. @returns its path */
  write: (name: string, bytes: Uint8Array | string) => Promise<string>;
  /** Makes a file of zeros that takes no room, with `tail` as its last bytes. */
  sparse: (name: string, size: number, tail?: string) => Promise<string>;
}

/** A temporary folder, gone at the end. */
export async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "roost-hash-"));
  return {
    path,
    async write(name, bytes) {
      await mkdir(join(path, name, ".."), { recursive: true });
      await writeFile(join(path, name), bytes);
      return join(path, name);
    },
    async sparse(name, size, tail = "") {
      const file = await open(join(path, name), "w");
      await file.truncate(size);
      await file.write(Buffer.from(tail), 0, tail.length, size - tail.length);
      await file.close();
      return join(path, name);
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** SHA-256 of sparse files as above, all in one pass over the zeros. */
export async function sparseHashes(files: readonly { size: number; tail: string }[]): Promise<string[]> {
  const zeros = Buffer.alloc(4 * MIB);
  const hash = createHash("sha256");
  const found = new Map<object, string>();
  let at = 0;
  for (const file of [...files].sort((a, b) => a.size - b.size)) {
    for (const end = file.size - file.tail.length; at < end; ) {
      const step = Math.min(zeros.length, end - at);
      hash.update(zeros.subarray(0, step));
      at += step;
      if (at % (256 * MIB) === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    found.set(file, hash.copy().update(file.tail).digest("hex"));
  }
  return files.map((file) => found.get(file) ?? "");
}

export const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Looks again and again at how much the browser's page processes hold. Linux alone tells. */
export async function watchMemory(page: Page): Promise<{ stop: () => number }> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  const ids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  await session?.detach();
  const before = await resident(ids);
  let most = before;
  const timer = setInterval(() => {
    void resident(ids).then((bytes) => {
      most = Math.max(most, bytes);
    });
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return most - before;
    },
  };
}

/** Bytes; 0 where the system does not say. */
async function resident(ids: readonly number[]): Promise<number> {
  const sizes = ids.map(async (id) => {
    const text = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
