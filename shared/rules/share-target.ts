/** How what other apps share comes from the worker to the app. It stays on the device. */

/** Where the system posts it; answered by the worker alone. */
export const SHARE_TARGET = "/share-target";
/** Field of the form that files are in. */
export const SHARED_FILES = "files";
/** Screen that finds the archived page of a shared address. */
export const SHARED_PAGE = "/shared";
/** Cache of shared files, until the screen has taken them; each under an address of its own. */
export const SHARED_CACHE = "shared-1";
/** Header of a kept file: its name, percent-encoded. */
export const SHARED_NAME = "x-name";
