/** Which request is answered how. Pure: `sw.ts` turns each row into a Workbox route, the test reads the table. */

/** What is answered from a cache, and from the network where it is not there. */
export interface CacheRule {
  cacheName: string;
  /** Beginning of the content type of what belongs there. */
  holds: string;
  maxEntries: number;
  maxAgeSeconds: number;
  matches: (request: Asked) => boolean;
}

/** What a rule may look at. */
export interface Asked {
  url: URL;
  origin: string;
  method: string;
}

const DAY = 24 * 60 * 60;

/** Answers of the API are not among them: the app keeps those as entities (docs/decisions/0017). */
export const CACHE_RULES: CacheRule[] = [
  {
    cacheName: "images-1",
    holds: "image/",
    maxEntries: 600,
    maxAgeSeconds: 30 * DAY,
    matches: (asked) => isOwnGet(asked) && /^\/(thumbnail|icons|banners)\//.test(asked.url.pathname),
  },
];

/** The rule for a request, or undefined where it goes to the network untouched. */
export function ruleFor(asked: Asked): CacheRule | undefined {
  return CACHE_RULES.find((rule) => rule.matches(asked));
}

/**
 * Navigations that are not the app's: the server's own addresses, files of the app, and bare `/aa/bb/<sha256>.<ext>`.
 * Deeper down a dot is part of a name: creators are called `some.name`.
 */
export const NOT_THE_APP = [
  /^\/(api|data|thumbnail|icons|banners|inline|assets)(\/|$)/,
  /^\/[^/?]+\.[a-z0-9]{1,11}(\?|$)/i,
  /^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}/,
];

function isOwnGet({ url, origin, method }: Asked): boolean {
  return method === "GET" && url.origin === origin;
}
