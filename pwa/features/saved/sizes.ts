/** Sizes of files before they are saved: asked of the server that holds them, a few at a time. */
import { fileAddress } from "../../lib/file-address.ts";

const AT_ONCE = 6;
const known = new Map<string, number | null>();
const listeners = new Set<() => void>();
let queue: string[] = [];
let running = 0;
let version = 0;

/** Bytes of a file by its path; null where the server does not say, undefined while it was not asked. */
export function knownSize(path: string): number | null | undefined {
  return known.get(path);
}

/** Asks for those that are not known; of former wishes only what is on its way goes on. */
export function measure(paths: readonly string[]): void {
  queue = [...new Set(paths)].filter((path) => known.get(path) == null);
  while (running < AT_ONCE && queue.length > 0) void next();
}

/** For `useSyncExternalStore`. */
export function onSizes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sizesVersion = (): number => version;

async function next(): Promise<void> {
  running += 1;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    known.set(path, await ask(path));
    version += 1;
    for (const listener of listeners) listener();
  }
  running -= 1;
}

async function ask(path: string): Promise<number | null> {
  try {
    const answer = await fetch(fileAddress({ name: "", path }), { method: "HEAD" });
    const length = Number(answer.headers.get("content-length") ?? Number.NaN);
    return answer.ok && Number.isFinite(length) ? length : null;
  } catch {
    return null;
  }
}
