/** Finds texts that nearly match a query, for filters on the device with too few exact results. */
import {
  allowance,
  bitCount,
  MAX_WORD_LENGTH,
  signatureOf,
  typosWithin,
  unitsOf,
} from "#shared/text/typos.ts";
import { piecesOf } from "./tokenize.ts";

/** Limits on query words and results, which bound the work for any input. */
const MAX_WORDS = 12;
export const MAX_SIMILAR = 50;
/** Similar results are shown if there are at most this many exact ones. */
export const MAX_EXACT = 5;
/** Word length that allows two typos: one less than in the index of posts, as in the command palette. */
const TWO_TYPOS_LENGTH = 8;
const NONE = Number.POSITIVE_INFINITY;

/** Words of many texts in one array, so that a hundred thousand names need little memory and time. */
export class SimilarTexts {
  readonly #units: Uint16Array;
  /** Per word: start (plus the end of the last), letters as bits, and index of its text. */
  readonly #starts: number[] = [];
  readonly #signatures: number[] = [];
  readonly #owners: number[] = [];

  /** @param texts folded: lower case, no accents, one width */
  constructor(texts: readonly string[]) {
    const words: string[] = [];
    let length = 0;
    for (const [owner, text] of texts.entries()) {
      for (const word of wordsOf(text)) {
        words.push(word);
        this.#starts.push(length);
        this.#owners.push(owner);
        length += word.length;
      }
    }
    this.#starts.push(length);
    this.#units = unitsOf(words.join(""));
    for (const at of this.#owners.keys())
      this.#signatures.push(signatureOf(this.#units, this.#starts[at], this.#starts[at + 1]));
  }

  /**
   * Finds texts that contain every query word with a typo or two, as a whole word or a prefix.
   * @param query folded like the texts
   * @param twoTyposLength word length that allows two typos
   * @returns cost by text index: lower is better, two per typo and one for a prefix match
   */
  find(query: string, twoTyposLength = TWO_TYPOS_LENGTH): Map<number, number> {
    let found: Map<number, number> | undefined;
    for (const word of new Set(wordsOf(query).slice(0, MAX_WORDS))) {
      const costs = this.#findWord(word, twoTyposLength);
      if (found === undefined) found = costs;
      else {
        for (const [owner, before] of found) {
          const more = costs.get(owner);
          if (more === undefined) found.delete(owner);
          else found.set(owner, before + more);
        }
      }
    }
    return found ?? new Map();
  }

  #findWord(word: string, twoTyposLength: number): Map<number, number> {
    const costs = new Map<number, number>();
    const units = unitsOf(word);
    const signature = signatureOf(units);
    const max = allowance(word, twoTyposLength);
    for (let at = 0; at < this.#owners.length; at++) {
      // A typo adds at most one letter to the query that the word does not have.
      if (bitCount(signature & ~this.#signatures[at]!) > max) continue;
      const cost = this.#costOf(units, at, max);
      const owner = this.#owners[at]!;
      if (cost < (costs.get(owner) ?? NONE)) costs.set(owner, cost);
    }
    return costs;
  }

  /** Cost of the typos between the typed word and this word or a prefix of it; NONE for more than `max`. */
  #costOf(typed: Uint16Array, at: number, max: number): number {
    const start = this.#starts[at]!;
    const whole = this.#starts[at + 1]! - start;
    let least = NONE;
    for (let length = typed.length - max; length <= Math.min(typed.length + max, whole); length++) {
      const typos = typosWithin(typed, this.#units, start, length, max);
      if (typos <= max) least = Math.min(least, typos * 2 + (length === whole ? 0 : 1));
    }
    return least;
  }
}

function wordsOf(folded: string): string[] {
  return [...piecesOf(folded)].map(({ text }) => text.slice(0, MAX_WORD_LENGTH));
}
