/** Edit distance: wrong, missing, extra or transposed letters. */

/** Longest words that are compared, in UTF-16 units. */
export const MAX_WORD_LENGTH = 32;

/** Word lengths from which one and two typos are allowed. */
const ONE_TYPO_LENGTH = 4;
const TWO_TYPOS_LENGTH = 9;

/** Number of typos allowed in a word: none in short words and words with digits. */
export function allowance(word: string, twoTyposLength = TWO_TYPOS_LENGTH): number {
  if (word.length < ONE_TYPO_LENGTH || /\p{N}/u.test(word)) return 0;
  return word.length < twoTyposLength ? 1 : 2;
}

/** Letters of a word, hashed into 32 bits: one typo changes at most two of them. */
export function signatureOf(units: Uint16Array, start = 0, end = units.length): number {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= 1 << (Math.imul(units[at]!, 0x9e3779b1) >>> 27);
  return bits >>> 0;
}

/** Number of set bits. */
export function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const WIDTH = MAX_WORD_LENGTH + 8;
let older = new Uint8Array(WIDTH);
let old = new Uint8Array(WIDTH);
let row = new Uint8Array(WIDTH);

/**
 * Typos between a word and a part of `units` (optimal string alignment): insertions, deletions, substitutions, and
 * transpositions. Both at most MAX_WORD_LENGTH units long.
 * @returns `max + 1` for anything above `max`
 */
export function typosWithin(
  word: Uint16Array,
  units: Uint16Array,
  start: number,
  length: number,
  max: number,
): number {
  const size = word.length;
  if (Math.abs(size - length) > max) return max + 1;
  for (let j = 0; j <= size; j++) old[j] = j;
  for (let i = 1; i <= length; i++) {
    const unit = units[start + i - 1]!;
    row[0] = i;
    let least = i;
    for (let j = 1; j <= size; j++) {
      let cost = old[j - 1]! + (word[j - 1] === unit ? 0 : 1);
      cost = Math.min(cost, old[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && word[j - 1] === units[start + i - 2] && word[j - 2] === unit)
        cost = Math.min(cost, older[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    [older, old, row] = [old, row, older];
  }
  return Math.min(old[size]!, max + 1);
}

/** Fewest typos between a word and a prefix of a text; `max + 1` for anything above `max`. */
export function typosToPrefix(word: Uint16Array, text: Uint16Array, max: number): number {
  let fewest = max + 1;
  for (
    let length = Math.max(1, word.length - max);
    length <= Math.min(word.length + max, text.length);
    length++
  )
    fewest = Math.min(fewest, typosWithin(word, text, 0, length, max));
  return fewest;
}

/** UTF-16 units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
