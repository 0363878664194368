/** File sizes before saving, from a few concurrent HEAD requests. */
import { hashOfPath } from "#shared/rules/files.ts";
import { createStore } from "../../lib/create-store.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { hasOfflineData } from "../db/has-data.ts";

const CONCURRENCY = 3;
const known = new Map<string, number | null>();
/** Number of known sizes: a change notification that does not copy the map. */
const version = createStore(0);
let queue: string[] = [];
const running = new Set<Promise<void>>();

const knownSize = (path: string) => known.get(path);

/** Requests unknown sizes; replaces the queue of an earlier call. */
export function measure(paths: readonly string[]): void {
  queue = [...new Set(paths)].filter((path) => known.get(path) == null);
  while (running.size < CONCURRENCY && queue.length > 0) {
    const work = next().finally(() => running.delete(work));
    running.add(work);
  }
}

/**
 * Call before downloading files, so that both never exceed the limit of requests. Resolves when no request is running.
 */
export async function stopMeasuring(): Promise<void> {
  queue = [];
  await Promise.all(running);
}

/** Returns sizes by path as they become known; null if unavailable, undefined until requested. */
export function useSizes(): (path: string) => number | null | undefined {
  version.use();
  return knownSize;
}

/** Requests all sizes; null if unavailable. */
export async function requestSizes(paths: readonly string[]): Promise<Map<string, number | null>> {
  const waiting = [...new Set(paths)].filter((path) => known.get(path) == null);
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      known.set(path, await requestSize(path));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
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

/** Size of a saved file, offline. */
async function storedSize(path: string): Promise<number | null> {
  const hash = hashOfPath(path);
  if (hash === undefined || !hasOfflineData()) return null;
  const { wholeFile } = await import("./stored-files.ts");
  return (await wholeFile(hash))?.bytes ?? null;
}
