import { createStore } from "../../lib/create-store.ts";
import { dbEvents } from "./events.ts";

/** Whether a newer version of the app upgraded the database: this page continues without it. */
export const isDbOutdated = createStore(false);
dbEvents.addEventListener("outdated", () => isDbOutdated.set(true));
