/** Database functions used by the initial bundle, in one chunk loaded on demand by `load-offline-store.ts`. */

export { readCached, storeBatch } from "./cache/cache-writer.ts";
export { cacheUsage, evictToLimit } from "./cache/evict.ts";
export { recentPosts } from "./cache/store.ts";
export { applyTakedowns, restartTakedowns, takedownCursor } from "./takedowns/apply.ts";
export { setView, storedCreators, storedPosts, storedView } from "./takedowns/visibility.ts";
