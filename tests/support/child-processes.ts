import { readdir, readFile } from "node:fs/promises";

/** Node processes that run a program as children of a process (Linux). */
export async function childrenOf(parent: number | undefined, program: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
    // A zombie has ended, though nobody has collected it yet.
    if (!status.includes(`PPid:\t${parent}\n`) || /^State:\s+Z/m.test(status)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (line.startsWith(process.execPath) && line.includes(program)) found.push(Number(name));
  }
  return found;
}

/** Process of a browser that runs on a profile, without those it has started (Linux). */
export async function browserOf(profile: string): Promise<number | undefined> {
  for (const name of await readdir("/proc")) {
    const args = (await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")).split("\0");
    const isOfBrowser = args.includes(`--user-data-dir=${profile}`);
    // Neither the script that some systems start it with, nor a process of one of its pages.
    const isOther = args[0]?.endsWith("/sh") || args.some((arg) => arg.startsWith("--type="));
    if (isOfBrowser && !isOther) return Number(name);
  }
  return undefined;
}
