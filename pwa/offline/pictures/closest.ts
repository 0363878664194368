/** Linear scan of PDQ hashes: no index is worth its memory for what a device holds. */

/** 32-bit words of a hash. */
const WORDS = 8;

export interface Close {
  /** Index of the hash. */
  at: number;
  /** Differing bits. */
  distance: number;
}

/** @param hashes 64 hex digits each */
export function packHashes(hashes: readonly string[]): Uint32Array {
  const words = new Uint32Array(hashes.length * WORDS);
  for (const [at, hash] of hashes.entries())
    for (let word = 0; word < WORDS; word += 1)
      words[at * WORDS + word] = Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16);
  return words;
}

/**
 * Finds the hashes that differ from one in at most `most` bits, the closest first.
 * @param packed from `packHashes`
 * @param hash 64 hex digits
 */
export function closest(packed: Uint32Array, hash: string, most: number): Close[] {
  const wanted = packHashes([hash]);
  const found: Close[] = [];
  for (let start = 0; start < packed.length; start += WORDS) {
    let distance = 0;
    // Unrelated hashes differ in half of the bits, so that the third word is rarely read.
    for (let word = 0; word < WORDS && distance <= most; word += 1)
      distance += bitCount((packed[start + word] as number) ^ (wanted[word] as number));
    if (distance <= most) found.push({ at: start / WORDS, distance });
  }
  return found.sort((a, b) => a.distance - b.distance || a.at - b.at);
}

/** Adds the bits of a 32-bit word up in pairs, fours and bytes. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
