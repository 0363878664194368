/** Limits and marks of texts in both searches; without schemas, so that a worker can import it alone. */

/** Characters of a text that are searched. */
export const TEXT_LIMIT = 60_000;

/** Private-use characters the engine puts around matched words; plain text never carries them, so no HTML is built. */
export const MARK_START = "\ue000";
export const MARK_END = "\ue001";
