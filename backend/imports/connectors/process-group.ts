/** Process group of a connector: its children belong to it and are killed with it. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentBytes } from "../../resident-bytes.ts";

/** @param leader process whose id is the id of the group */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // all have ended
  }
}

export interface GroupLimits {
  /** Total resident memory of all processes, if the system reports it (Linux). */
  memoryBytes: number;
  /** Files in the working folder. */
  diskBytes: number;
}

const POLL_INTERVAL_MS = 500;

/** @returns the exceeded limit; undefined once the signal is aborted */
export async function passedLimit(
  leader: number,
  folder: string,
  limits: GroupLimits,
  signal: AbortSignal,
): Promise<string | undefined> {
  while (!signal.aborted) {
    const began = performance.now();
    if ((await groupBytes(leader)) > limits.memoryBytes) return "more memory than the limit allows";
    if ((await folderBytes(folder)) > limits.diskBytes) return "more disk space than the limit allows";
    // Measuring a large folder is slow, so the interval grows with its duration.
    await sleep(Math.max(POLL_INTERVAL_MS, (performance.now() - began) * 10), undefined, { signal }).catch(
      () => {},
    );
  }
  return undefined;
}

async function groupBytes(leader: number): Promise<number> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(
    pids.map(async (pid) => ((await groupOf(pid)) === leader ? residentBytes(Number(pid)) : 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function groupOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The program name, in parentheses, may contain spaces; state, parent and group follow it.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderBytes(path) : await sizeOf(path);
  }
  return bytes;
}

/** Counts allocated blocks, if known: a sparse file is larger than its data. */
async function sizeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => undefined);
  return stat === undefined ? 0 : (stat.blocks ?? 0) * 512 || stat.size;
}
