/** A question to the server, as the device knows it. */

/** One read of the API: the contract's path, its parameters, and the address they make. */
export interface Asked {
  /** Of the contract, such as `/v1/:service/user/:id/profile`. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Under `/api`, with its query. */
  address: string;
}

/** Picks that are different every time, what belongs to one visitor, and what is typed into the box stay off the device. */
const NEVER =
  /^\/v\d+\/(account|authentication|favorites|has_pending_dms|import|importer|search|removed)(\/|$)/;

export function mayKeep(endpoint: { method: string; path: string; private?: true }): boolean {
  return endpoint.method === "GET" && endpoint.private !== true && !NEVER.test(endpoint.path);
}
