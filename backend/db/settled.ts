/** An import that is under way has dated its posts before they can be seen: what is asked for by date ends this long ago, in milliseconds. */
export const SETTLED_MS = 60_000;
