/** Folder for all temporary files of a test run. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "#backend/supervisor/processes.ts";

const run = promisify(execFile);
/** Disk in memory (Linux). */
const MEMORY = "/dev/shm";
/** Followed by the process that made it. */
const PREFIX = "roost-test-run-";
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory, if there is room and TMPDIR names no other: backups and databases wait for the disk at each
 * `fsync`, which took a quarter of the processor time of the tests.
 */
export async function makeScratch(): Promise<string> {
  const memory = process.env["TMPDIR"] === undefined ? await inMemory().catch(() => undefined) : undefined;
  return memory ?? (await mkdtemp(join(tmpdir(), PREFIX)));
}

/** @returns undefined if there is little memory, or programs in it do not run */
async function inMemory(): Promise<string | undefined> {
  await deleteAbandoned();
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize < MIN_FREE_BYTES) return undefined;
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
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

/** Deletes folders of runs that were killed, which would keep their memory. */
async function deleteAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !(await isAlive(pid))) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}
