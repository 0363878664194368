/** A running import dates its posts before they become visible, so queries by date end this many milliseconds ago. */
export const SETTLED_MS = 60_000;
