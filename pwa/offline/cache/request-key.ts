/** One API read: the contract's path, its parameters, and the resulting address. */
export interface RequestKey {
  /** Contract path, such as `/v1/:service/user/:id/profile`. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Path under `/api`, with its query. */
  address: string;
}

/**
 * Private, but stored until login or logout (offline/account), so that favorites are available offline, those without
 * an account too.
 */
const ACCOUNT_PATH = /^\/v1\/(account(\/favorites(\/posts)?)?|favorites\/lookup)$/;

export function isAccountRequest({ path }: { path: string }): boolean {
  return ACCOUNT_PATH.test(path);
}

/** Never stored: random picks, other private data, and search input. */
const UNCACHEABLE =
  /^\/v\d+\/(account|authentication|favorites|has_pending_dms|import|importer|search|removed)(\/|$)/;

export function isCacheable(endpoint: { method: string; path: string; private?: true }): boolean {
  return endpoint.method === "GET" && endpoint.private !== true && !UNCACHEABLE.test(endpoint.path);
}
