/** What the first load needs of the database, in one chunk that `load-offline-store.ts` loads when it is needed. */

export { readCached, storeBatch } from "./cache/cache-writer.ts";
export { cacheUsage, evictToLimit } from "./cache/evict.ts";
export { recentPosts } from "./cache/store.ts";
export { applyTakedowns, restartTakedowns, takedownCursor } from "./takedowns/apply.ts";
