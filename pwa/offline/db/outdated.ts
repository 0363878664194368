import { createStore } from "../../lib/create-store.ts";
import { dbEvents } from "./events.ts";

/** True if a newer app version upgraded the database: this page continues without it. */
export const isDbOutdated = createStore(false);
dbEvents.addEventListener("outdated", () => isDbOutdated.set(true));
