/**
 * Events of the database, for code that must not load Dexie. `change`: stored posts changed. `outdated`: a newer version
 * of the app upgraded the database, and this page has closed its connection. `restored`: a backup brought data in, perhaps
 * of what was taken down since. `sent`: the server has accepted or refused a queued action, which is the event's `detail`.
 */
export const dbEvents = new EventTarget();
