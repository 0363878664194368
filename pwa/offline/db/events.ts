/**
 * Events of the database, for code that must not load Dexie. `change`: stored posts changed. `outdated`: a newer version
 * of the app upgraded the database, and this page has closed its connection.
 */
export const dbEvents = new EventTarget();
