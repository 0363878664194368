/** Folder for all temporary files of a test run. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Disk in memory (Linux). */
const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory, if there is room and TMPDIR names no other: backups and databases wait for the disk at each
 * `fsync`, which took a quarter of the processor time of the tests.
 */
export async function makeScratch(): Promise<string> {
  const memory = process.env["TMPDIR"] === undefined ? await inMemory().catch(() => undefined) : undefined;
  return memory ?? (await mkdtemp(join(tmpdir(), "roost-test-run-")));
}

/** @returns undefined if there is little memory, or programs in it do not run */
async function inMemory(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize < MIN_FREE_BYTES) return undefined;
  const folder = await mkdtemp(join(MEMORY, "roost-test-run-"));
  try {
    await chmod(folder, 0o711); // for a PostgreSQL that runs as another user
    const program = join(folder, "program");
    await writeFile(program, "#!/bin/sh\n", { mode: 0o700 });
    await run(program);
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}
