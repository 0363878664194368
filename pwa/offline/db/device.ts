/** Everything that needs the database, loaded together when it is first wanted: the library stays out of the first load. */

export { keepWithin, usage } from "../cache/quota.ts";
export { lately } from "../cache/store.ts";
export { keep, readCopy } from "../cache/write-queue.ts";
export { applyRemoved, removedSince } from "../takedowns/apply.ts";
