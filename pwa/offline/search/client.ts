/** Offline search for screens. The first search starts the worker. */
import { createStore } from "../../lib/create-store.ts";
import { createWorkerClient } from "../../lib/worker-rpc/client.ts";
import workerAddress from "./search.worker.ts?worker&url";
import type { OfflineQuery, OfflineResults, SearchEvents, SearchMethods } from "./worker-api.ts";

/** Offline search is unavailable: no database, no worker, or a timeout. */
export class OfflineSearchError extends Error {
  override name = "OfflineSearchError";
}

/** Long, because the first search may read the whole index. */
const TIMEOUT_MS = 10_000;
/** Idle time before the worker is stopped to free its memory. */
const IDLE_MS = 2 * 60_000;
/** Posts are stored in groups, and rendering comes first. A search updates the index immediately. */
const UPDATE_DELAY_MS = 10_000;

/** Counts index updates that may change earlier results. */
const changes = createStore(0);
const worker = createWorkerClient<SearchMethods, SearchEvents>(
  workerAddress,
  "search",
  {
    changed: () => changes.set((count) => count + 1),
  },
  { readsCopies: true },
);
let idle: ReturnType<typeof setTimeout> | undefined;
let update: ReturnType<typeof setTimeout> | undefined;

/**
 * Finds matching stored posts, best first: by match quality, field, then date.
 * @throws OfflineSearchError
 */
export async function searchOffline(query: OfflineQuery): Promise<OfflineResults> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Offline search timed out.")), TIMEOUT_MS);
  });
  try {
    restartIdleTimer();
    return await Promise.race([worker.call("find", query), timeout]);
  } catch (error) {
    throw new OfflineSearchError(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Notifies when earlier results may be incomplete because more posts were indexed since. @returns unsubscribe */
export const onIndexChange = changes.subscribe;

/** Updates the index some time after posts were stored. */
export function scheduleIndexUpdate(): void {
  clearTimeout(update);
  update = setTimeout(preloadIndex, UPDATE_DELAY_MS);
}

/** Loads and updates the index before the first search. */
export function preloadIndex(): void {
  restartIdleTimer();
  worker.send("update");
}

/** Frees the memory of the index and cancels its update; the next search loads it again. */
export function stopOfflineSearch(): void {
  clearTimeout(idle);
  clearTimeout(update);
  worker.stop();
}

function restartIdleTimer(): void {
  clearTimeout(idle);
  idle = setTimeout(() => worker.stop(), IDLE_MS);
}
