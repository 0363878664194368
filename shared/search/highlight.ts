/** What both searches agree on about text; without schemas, so that a worker can have it alone. */

/** Longest text of one document; what follows is stored but not searched. */
export const TEXT_LIMIT = 60_000;

/** Private-use characters the engine puts around matched words; plain text never carries them, so no HTML is built. */
export const MARK_START = "\ue000";
export const MARK_END = "\ue001";
