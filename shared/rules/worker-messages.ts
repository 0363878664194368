/** Message type from page to service worker: restores app files that the browser deleted from the precache. */
export const CHECK_PRECACHE = "CHECK_PRECACHE";
