/** Which request is answered how. Pure: `sw.ts` turns each row into a Workbox route, the test reads the table. */

export type Strategy = "network-first" | "cache-first";

export interface CacheRule {
  cacheName: string;
  strategy: Strategy;
  /** Beginning of the content type of what belongs there. */
  holds: string;
  maxEntries: number;
  maxAgeSeconds: number;
  /** How long the network may take before a stored answer is used, where the strategy asks the network first. */
  timeoutSeconds?: number;
  matches: (request: Asked) => boolean;
}

/** What a rule may look at. */
export interface Asked {
  url: URL;
  origin: string;
  method: string;
}

const DAY = 24 * 60 * 60;
/** Answers about an account, and answers that are different every time, are never stored. */
const NEVER_STORED =
  /^\/api\/v\d+\/(account|authentication|favorites|has_pending_dms|import|importer|search|artists\/random|posts\/random)(\/|$)/;

export const CACHE_RULES: CacheRule[] = [
  {
    cacheName: "answers-1",
    strategy: "network-first",
    holds: "application/json",
    maxEntries: 200,
    maxAgeSeconds: 30 * DAY,
    timeoutSeconds: 3,
    matches: (asked) =>
      isOwnGet(asked) &&
      asked.url.pathname.startsWith("/api/v1/") &&
      !NEVER_STORED.test(asked.url.pathname) &&
      // What changed since a moment is of no use at another.
      !asked.url.searchParams.get("since"),
  },
  {
    cacheName: "images-1",
    strategy: "cache-first",
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
