/** Everything that needs the database, loaded together when it is first wanted: the library stays out of the first load. */
export { keepWithin, usage } from "./room.ts";
export { forget, lately, read, write } from "./store.ts";
export { applyRemoved, removedSince } from "./takedown.ts";
