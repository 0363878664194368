/** Sizes of files before they are saved, from HEAD requests, a few at a time. */
import { hashOfPath } from "#shared/rules/files.ts";
import { createStore } from "../../lib/create-store.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { hasOfflineData } from "../db/has-data.ts";

const AT_ONCE = 3;
const known = new Map<string, number | null>();
/** Counts the sizes known, so that the map of thousands is not copied for each. */
const version = createStore(0);
let queue: string[] = [];
const running = new Set<Promise<void>>();

const knownSize = (path: string) => known.get(path);

/** Requests the unknown sizes; replaces what waits from an earlier call. */
export function measure(paths: readonly string[]): void {
  queue = [...new Set(paths)].filter((path) => known.get(path) == null);
  while (running.size < AT_ONCE && queue.length > 0) {
    const work = next().finally(() => running.delete(work));
    running.add(work);
  }
}

/** Before files are fetched, so that both together are no more requests than either. Resolves when none is on its way. */
export async function stopMeasuring(): Promise<void> {
  queue = [];
  await Promise.all(running);
}

/** Bytes of files by path as they become known; null where unavailable, undefined until requested. */
export function useSizes(): (path: string) => number | null | undefined {
  version.use();
  return knownSize;
}

/** Of all of these, at once; null where unavailable. */
export async function requestSizes(paths: readonly string[]): Promise<Map<string, number | null>> {
  const waiting = [...new Set(paths)].filter((path) => known.get(path) == null);
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      known.set(path, await requestSize(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return new Map(paths.map((path) => [path, known.get(path) ?? null]));
}

async function next(): Promise<void> {
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    known.set(path, await requestSize(path));
    version.set((count) => count + 1);
  }
}

async function requestSize(path: string): Promise<number | null> {
  try {
    const response = await fetch(fileAddress({ name: "", path }), { method: "HEAD" });
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    return response.ok && Number.isFinite(length) ? length : null;
  } catch {
    return await storedSize(path);
  }
}

/** Of saved files, offline. */
async function storedSize(path: string): Promise<number | null> {
  const hash = hashOfPath(path);
  if (hash === undefined || !hasOfflineData()) return null;
  const { wholeFile } = await import("./stored-files.ts");
  return (await wholeFile(hash))?.bytes ?? null;
}
