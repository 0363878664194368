/** What the large caches of this process hold, in bytes, by their name. */
export const cachedBytes = new Map<string, () => number>();
