/** Everything that needs the database, loaded together when it is first wanted: the library stays out of the first load. */

export { keep, readCopy } from "./cache/cache-writer.ts";
export { keepWithin, usage } from "./cache/evict.ts";
export { lately } from "./cache/store.ts";
export { applyRemoved, removedSince } from "./takedowns/apply.ts";
