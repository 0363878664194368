/** One read of the API: the contract's path, its parameters, and the address they make. */
export interface RequestKey {
  /** Of the contract, such as `/v1/:service/user/:id/profile`. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Under `/api`, with its query. */
  address: string;
}

/** Private, yet stored until the account is logged out (offline/account), so that favorites are there offline. */
const OF_ACCOUNT = /^\/v1\/account(\/favorites(\/posts)?)?$/;

export function isOfAccount({ path }: { path: string }): boolean {
  return OF_ACCOUNT.test(path);
}

/** Random picks, other private data and search-box input are never stored. */
const UNCACHEABLE =
  /^\/v\d+\/(account|authentication|favorites|has_pending_dms|import|importer|search|removed)(\/|$)/;

export function isCacheable(endpoint: { method: string; path: string; private?: true }): boolean {
  return endpoint.method === "GET" && endpoint.private !== true && !UNCACHEABLE.test(endpoint.path);
}
