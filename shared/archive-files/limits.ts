/** Limits of reading an archive file, the same on the server and the device. */

/** Memory the parser may allocate. */
export const PARSER_PAGES = (160 * 1024 ** 2) / 65_536;
export const MAX_ENTRIES = 100_000;
/** Bytes of all names together. */
export const MAX_NAME_BYTES = 1024 ** 2;
/** Size of an unpacked file. */
export const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** The last file of a solid archive comes after all others. */
export const UNPACK_TIMEOUT_MS = 20_000;
/** Files unpacked at once, since starting the parser takes longer than unpacking an image. */
export const BATCH_FILES = 8;
/** Size limit of the images that follow: the first is not to wait for them. */
export const BATCH_BYTES = 6 * 1024 ** 2;
