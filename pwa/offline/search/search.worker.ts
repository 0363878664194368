/** Runs the search index off the main thread: searches, and indexes stored posts. */

import { withLock } from "../../lib/secure-context/locks.ts";
import { serve } from "../../lib/worker-rpc/serve.ts";
import { setDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";
import { offlineDb } from "../db/db.ts";
import { findPosts } from "./find-posts.ts";
import { StoredIndex } from "./stored-index.ts";
import type { SearchEvents, SearchMethods } from "./worker-api.ts";

const LOCK = "search-index";
/** Time during which searches reuse the index without an update. */
const FRESH_MS = 1000;
/** Maximum time a search waits for an update. */
const UPDATE_WAIT_MS = 100;

const stored = new StoredIndex(offlineDb());
let updatedAt = Number.NEGATIVE_INFINITY;
let updating: Promise<void> | undefined;
/** Results were returned while the index was out of date. */
let isPartial = false;
let loading: Promise<void> | undefined;

/** One update at a time, across all tabs. Without Web Locks, the later of two tabs detects the other's generation when it writes. */
function update(): Promise<void> {
  updating ??= withLock(LOCK, () => stored.update())
    .then(() => {
      updatedAt = performance.now();
      if (isPartial) emit("changed", undefined);
      isPartial = false;
    })
    .finally(() => {
      updating = undefined;
    });
  return updating;
}

const emit = serve<SearchMethods, SearchEvents>({
  setDeviceKey,
  async find(query) {
    try {
      loading ??= stored.load();
      await loading;
      if (performance.now() - updatedAt > FRESH_MS) {
        const timeout = new Promise((done) => setTimeout(done, UPDATE_WAIT_MS));
        await Promise.race([update().catch(report), timeout]);
      }
      isPartial ||= updating !== undefined;
      return await findPosts(stored, query);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  },
  update: () => update().catch(report),
});

function report(error: unknown): void {
  console.warn("Recently stored posts are not searchable yet.", error);
}
