/** Type of a page's message to the service worker: restores files of the app that the browser deleted from the precache. */
export const CHECK_PRECACHE = "CHECK_PRECACHE";
