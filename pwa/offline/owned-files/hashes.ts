/** What counts in the private ledger. Pure. */

const HASH = /^[0-9a-f]{64}$/;

/** Each hash once, as the ledger writes it; what is none is left out. */
export function ledgerHashes(hashes: readonly string[]): string[] {
  return [...new Set(hashes.map((hash) => hash.trim().toLowerCase()))].filter((hash) => HASH.test(hash));
}
