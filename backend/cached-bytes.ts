/** Sizes of the large caches of this process in bytes, by name. */
export const cachedBytes = new Map<string, () => number>();
