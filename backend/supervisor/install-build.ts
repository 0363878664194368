/** Replaces the last build with a finished one; keeps files of earlier builds for pages that are still open. */
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

/** Retention of a replaced build's files. */
const RETENTION_MS = 14 * 24 * 60 * 60_000;

export interface BuildFolders {
  /** The new build. */
  next: string;
  /** Folder from which the app is served. */
  pwa: string;
  /** Hashed files of earlier builds; their modification time is the time of replacement. */
  earlier: string;
}

/** @param now milliseconds since 1970 */
export async function installBuild({ next, pwa, earlier }: BuildFolders, now = Date.now()): Promise<void> {
  await mkdir(earlier, { recursive: true });
  const current = new Set(await namesIn(join(next, "assets")));
  for (const name of await namesIn(join(pwa, "assets"))) {
    if (current.has(name)) continue;
    await copyFile(join(pwa, "assets", name), join(earlier, name));
    await utimes(join(earlier, name), now / 1000, now / 1000);
  }
  const old = `${pwa}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(pwa, old).catch(unlessMissing);
  await rename(next, pwa);
  await rm(old, { recursive: true, force: true });
  for (const name of await namesIn(earlier)) {
    const { mtimeMs } = await stat(join(earlier, name));
    if (current.has(name) || now - mtimeMs > RETENTION_MS) await rm(join(earlier, name));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
