/** Matches the requests that the service worker answers. Pure. */

/** Properties of a request that decide. */
export interface RequestInfo {
  url: URL;
  origin: string;
  method: string;
}

/** Excludes API responses, which the app stores as entities (docs/decisions/0017). */
export function isCachedImage({ url, origin, method }: RequestInfo): boolean {
  return method === "GET" && url.origin === origin && /^\/(thumbnail|icons|banners)\//.test(url.pathname);
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
