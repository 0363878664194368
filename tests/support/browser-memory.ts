/** Memory of a browser and all that it has started. Linux only: read from `/proc`. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

export const canMeasureMemory = existsSync("/proc/self/status");

interface Process {
  parent: string;
  /** Bytes that are its own: without what is only mapped from files. */
  bytes: number;
  isRoot: boolean;
}

/** @param profile the browser's profile folder, which is in its command line. @returns bytes of all its processes */
export async function browserMemory(profile: string): Promise<number> {
  const found = new Map<string, Process>();
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    ids.map(async (id) => {
      const [status, command] = await Promise.all(
        ["status", "cmdline"].map((name) => readFile(`/proc/${id}/${name}`, "utf8").catch(() => "")), // it has ended
      );
      const number = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status ?? "")?.[1] ?? 0);
      const bytes = (number("RssAnon") + number("RssShmem")) * 1024;
      found.set(id, { parent: String(number("PPid")), bytes, isRoot: command?.includes(profile) ?? false });
    }),
  );
  const isOurs = (id: string): boolean => {
    const one = found.get(id);
    return one !== undefined && (one.isRoot || isOurs(one.parent));
  };
  return [...found].reduce((sum, [id, { bytes }]) => sum + (isOurs(id) ? bytes : 0), 0);
}
