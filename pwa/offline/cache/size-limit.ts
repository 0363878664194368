/** User setting: size limit of the cache of visited pages. */
import { createSetting, oneOf } from "../../lib/setting.ts";

/** Megabytes of text; 0 disables the cache. */
export const CACHE_LIMITS = ["0", "50", "200", "500", "1000"] as const;
type CacheLimit = (typeof CACHE_LIMITS)[number];

export const cacheLimit = createSetting<CacheLimit>("browsed-cap", oneOf(CACHE_LIMITS), "200");

export function cacheLimitBytes(): number {
  return Number(cacheLimit.get()) * 1_000_000;
}
