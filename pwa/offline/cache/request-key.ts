/** One read of the API: the contract's path, its parameters, and the address they make. */
export interface RequestKey {
  /** Of the contract, such as `/v1/:service/user/:id/profile`. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Under `/api`, with its query. */
  address: string;
}

/** Random picks, private data and search-box input are never stored. */
const UNCACHEABLE =
  /^\/v\d+\/(account|authentication|favorites|has_pending_dms|import|importer|search|removed)(\/|$)/;

export function isCacheable(endpoint: { method: string; path: string; private?: true }): boolean {
  return endpoint.method === "GET" && endpoint.private !== true && !UNCACHEABLE.test(endpoint.path);
}
