/**
 * Database events, for code that must not load Dexie. `change`: stored posts changed. `restored`: a backup was imported,
 * perhaps with content taken down since. `sent`: the server accepted or rejected a queued action, given as `detail`.
 */
export const dbEvents = new EventTarget();
