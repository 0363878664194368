/** Processes below another one (Linux). */
import { readdir, readFile } from "node:fs/promises";

/** Process and all processes that it has started, directly or not. Those that nobody has waited for yet do not count. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
    if (parent > 0 && !/^State:\s+Z/m.test(status))
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}
