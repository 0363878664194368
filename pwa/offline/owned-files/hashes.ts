const HASH = /^[0-9a-f]{64}$/;

/** Distinct SHA-256 hashes in lower case; anything else is left out. */
export function normalizeHashes(hashes: readonly string[]): string[] {
  return [...new Set(hashes.map((hash) => hash.trim().toLowerCase()))].filter((hash) => HASH.test(hash));
}
