/** Sizes of files before they are saved: asked of the server that holds them, a few at a time. */
import { useSyncExternalStore } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { mayHoldCopies } from "../db/has-data.ts";

const AT_ONCE = 6;
const known = new Map<string, number | null>();
const listeners = new Set<() => void>();
let queue: string[] = [];
let running = 0;
let version = 0;

const knownSize = (path: string) => known.get(path);

/** Asks for those that are not known; of former wishes only what is on its way goes on. */
export function measure(paths: readonly string[]): void {
  queue = [...new Set(paths)].filter((path) => known.get(path) == null);
  while (running < AT_ONCE && queue.length > 0) void next();
}

/** Bytes of files as they become known, by path; null where nobody says, undefined while it was not asked. */
export function useSizes(): (path: string) => number | null | undefined {
  useSyncExternalStore(onSizes, () => version);
  return knownSize;
}

function onSizes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
    return await storedSize(path);
  }
}

/** Without a line, of files that are saved. */
async function storedSize(path: string): Promise<number | null> {
  const hash = hashOfPath(path);
  if (hash === undefined || !mayHoldCopies()) return null;
  const { wholeFile } = await import("./stored-files.ts");
  return (await wholeFile(hash))?.bytes ?? null;
}
