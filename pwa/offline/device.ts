/** Everything that needs the database, loaded together when it is first wanted: the library stays out of the first load. */
export { keep, readCopy } from "./keep.ts";
export { keepWithin, usage } from "./room.ts";
export { lately } from "./store.ts";
export { applyRemoved, removedSince } from "./takedown.ts";
