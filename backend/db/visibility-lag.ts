/** A running import dates its posts before they become visible, so queries by date end this many milliseconds ago. */
export const VISIBILITY_LAG_MS = 60_000;
