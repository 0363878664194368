/** Caching rules as a pure table: `sw.ts` turns each into a Workbox route. */
import { GUEST_PAGE } from "#shared/rules/guest-links.ts";

/** Cache first, then the network. */
export interface CacheRule {
  cacheName: string;
  /** Prefix of the content type. */
  holds: string;
  maxEntries: number;
  maxAgeSeconds: number;
  matches: (request: RequestInfo) => boolean;
}

/** Properties of a request that rules match. */
export interface RequestInfo {
  url: URL;
  origin: string;
  method: string;
  /** Address of the page; "" if unknown. */
  referrer: string;
}

const DAY = 24 * 60 * 60;

/** Excludes API responses, which the app stores as entities (docs/decisions/0017). */
export const CACHE_RULES: CacheRule[] = [
  {
    cacheName: "images-1",
    holds: "image/",
    maxEntries: 600,
    maxAgeSeconds: 30 * DAY,
    matches: (request) =>
      isOwnGet(request) && !isOfGuest(request) && /^\/(thumbnail|icons|banners)\//.test(request.url.pathname),
  },
];

/** First matching rule; undefined sends the request to the network. */
export function ruleFor(request: RequestInfo): CacheRule | undefined {
  return CACHE_RULES.find((rule) => rule.matches(request));
}

/**
 * Navigations outside the app: the server's own pages, files of the app, and bare `/aa/bb/<sha256>.<ext>`.
 * In deeper paths a dot is part of a name: creators may be called `some.name`.
 */
export const NOT_THE_APP = [
  /^\/(api|data|thumbnail|icons|banners|inline|assets)(\/|$)/,
  /^\/[^/?]+\.[a-z0-9]{1,11}(\?|$)/i,
  /^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}/,
];

/** True for a request of the page of a link, whose pictures stay on no device past its end (guest-copies.ts). */
export function isOfGuest({ referrer, origin }: Pick<RequestInfo, "referrer" | "origin">): boolean {
  const page = URL.parse(referrer);
  return page?.origin === origin && page.pathname === GUEST_PAGE;
}

function isOwnGet({ url, origin, method }: RequestInfo): boolean {
  return method === "GET" && url.origin === origin;
}
