/** Maps a stored path to its data server; the API, the app and other clients must agree on the result. */

export interface DataServer {
  /** Without a trailing slash. */
  origin: string;
  /** Percentage of all files; the last server takes the remainder. */
  weight: number;
}

export const MAX_DATA_SERVERS = 4;
const DEFAULT_WEIGHT = 25;
const WHOLE = 2 ** 32 - 1;

/**
 * Parses `origin=weight, origin=weight`; weights may be omitted.
 * @throws Error with the reason
 */
export function parseDataServers(text: string): DataServer[] {
  const parts = text.split(",").flatMap((part) => part.trim() || []);
  if (parts.length > MAX_DATA_SERVERS) throw new Error(`at most ${MAX_DATA_SERVERS} data servers`);
  let left = 100;
  return parts.map((part, at) => {
    const [, address = "", given] =
      /^(https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)\/?(?:=(\d{1,3}))?$/i.exec(part) ?? [];
    if (address === "") throw new Error(`expected http(s)://host or http(s)://host=weight, got ${part}`);
    const weight =
      at === parts.length - 1 ? left : given === undefined ? Math.min(DEFAULT_WEIGHT, left) : Number(given);
    left -= weight;
    if (left < 0) throw new Error("the weights are more than 100 together");
    return { origin: address.toLowerCase(), weight };
  });
}

/** Inverse of parseDataServers. */
export function writeDataServers(servers: readonly DataServer[]): string {
  return servers.map(({ origin, weight }) => `${origin}=${weight}`).join(",");
}

/**
 * @param path `/aa/bb/<sha256><ext>`, without `/data`
 * @returns undefined if there are no data servers
 */
export function serverOf(servers: readonly DataServer[], path: string): string | undefined {
  if (servers.length < 2) return servers[0]?.origin;
  // Stored paths are ASCII, so characters equal bytes.
  const hash = murmurHash2(Uint8Array.from(`/data${path}`, (c) => c.charCodeAt(0)));
  let share = 0;
  for (const { origin, weight } of servers.slice(0, -1)) {
    share += Math.floor((WHOLE * weight) / 100);
    if (hash < share) return origin;
  }
  return servers.at(-1)?.origin;
}

/** 32-bit MurmurHash2 as an unsigned number. */
export function murmurHash2(bytes: Uint8Array, seed = 0): number {
  const M = 0x5bd1e995;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rest = bytes.length % 4;
  const end = bytes.length - rest;
  let hash = seed ^ bytes.length;
  for (let at = 0; at < end; at += 4) {
    let word = Math.imul(view.getUint32(at, true), M);
    word = Math.imul(word ^ (word >>> 24), M);
    hash = Math.imul(hash, M) ^ word;
  }
  for (let at = rest - 1; at >= 0; at -= 1) hash ^= (bytes[end + at] ?? 0) << (8 * at);
  if (rest > 0) hash = Math.imul(hash, M);
  hash = Math.imul(hash ^ (hash >>> 13), M);
  return (hash ^ (hash >>> 15)) >>> 0;
}
