import { createStore } from "../../lib/create-store.ts";

/**
 * True if a newer app version upgraded the database and this page has closed its connection: it continues without. A
 * value rather than an event, as the notice of it loads late.
 */
export const isDbOutdated = createStore(false);
