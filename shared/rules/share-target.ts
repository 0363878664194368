/** Passes shared content from the service worker to the app. It stays on the device. */

/** URL the system posts to; handled by the service worker only. */
export const SHARE_TARGET = "/share-target";
/** Form field of the files. */
export const SHARED_FILES = "files";
/** Screen that finds the archived page of a shared link. */
export const SHARED_PAGE = "/shared";
/** Cache of shared files until the screen has read them; one URL per file. */
export const SHARED_CACHE = "shared-1";
/** Header of a cached file: its name, percent-encoded. */
export const SHARED_NAME = "x-name";
