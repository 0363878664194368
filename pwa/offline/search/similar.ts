/** Texts that have nearly the words of a query: for filters on the device, where the exact one finds too little. */
import {
  allowance,
  bitCount,
  MAX_WORD_LENGTH,
  signatureOf,
  typosWithin,
  unitsOf,
} from "#shared/text/typos.ts";
import { piecesOf } from "./tokenize.ts";

/** More words of a query, and more results, are left out: the work has a bound whatever is typed. */
const MOST_WORDS = 12;
export const MOST_SIMILAR = 50;
/** With up to so many exact results the similar ones are worth showing. */
export const FEW = 5;
/** Two typos in words of so many letters: one fewer than in the index of posts, as in the command palette. */
const TWO_FROM = 8;
const NONE = Number.POSITIVE_INFINITY;

/** The words of many texts, all in one array, so that a hundred thousand names cost little memory and time. */
export class SimilarTexts {
  readonly #units: Uint16Array;
  /** By word: its start, with the end of the last one; its letters as bits; the number of its text. */
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
   * Texts that have every word of the query, each with a typo or two, as a whole word or its beginning.
   * @param query folded as the texts are
   * @param twoFrom letters of a word that may have two typos
   * @returns cost by the number of the text: less is better, two for each typo and one for a word that goes on
   */
  find(query: string, twoFrom = TWO_FROM): Map<number, number> {
    let found: Map<number, number> | undefined;
    for (const word of new Set(wordsOf(query).slice(0, MOST_WORDS))) {
      const costs = this.#findWord(word, twoFrom);
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

  #findWord(word: string, twoFrom: number): Map<number, number> {
    const costs = new Map<number, number>();
    const units = unitsOf(word);
    const signature = signatureOf(units);
    const max = allowance(word, twoFrom);
    for (let at = 0; at < this.#owners.length; at++) {
      // A typo puts at most one letter into the query that the word does not have.
      if (bitCount(signature & ~this.#signatures[at]!) > max) continue;
      const cost = this.#costOf(units, at, max);
      const owner = this.#owners[at]!;
      if (cost < (costs.get(owner) ?? NONE)) costs.set(owner, cost);
    }
    return costs;
  }

  /** Of the typos that make the word, or a beginning of it, what was typed; NONE for more than `max`. */
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
