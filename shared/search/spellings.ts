/** Other spellings of words, for the engine, which does not fold these letters and cuts these numbers into parts. */
import { fold, foldLetters, hasFoldedLetters } from "../text/fold.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Numbers like 1.2.3 or v1.2.3, and words like AT&T. */
const COMPOUND =
  /(?<![\p{L}\p{N}.])(?:v?(\d+(?:\.\d+)+)|([\p{L}\p{M}\p{N}]+(?:[&+#@][\p{L}\p{M}\p{N}]+)+))(?![\p{L}\p{N}])/giu;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]/gu;
/** Shorter texts are folded as a whole, so that phrases are found in titles, tags and names. */
const MAX_WHOLE_LENGTH = 200;
/** The engine takes this for the end of a sentence: no phrase goes on beyond it. */
const SEPARATOR = ". ";

/** A word like 1.2.3, v1.2.3 or AT&T as an invented word without punctuation; undefined for other words. */
export function compoundWord(text: string): string | undefined {
  const [match, number, word = number] = text.matchAll(COMPOUND).next().value ?? [];
  return word !== undefined && match === text ? wordOf(word) : undefined;
}

/** The code of each punctuation mark in its place: `n1x2ex2` for 1.2. */
const wordOf = (compound: string) =>
  `n${fold(compound).replace(PUNCTUATION, (mark) => `x${mark.charCodeAt(0).toString(16)}x`)}`;

/** The `spellings` attribute of a document: words with letters like `ł` in ASCII letters, and words like 1.2.3 or AT&T. */
export function spellingsOf(...texts: string[]): string {
  const spellings = new Set<string>();
  for (const text of texts) {
    for (const [, number, word = number] of text.matchAll(COMPOUND))
      if (word !== undefined) spellings.add(wordOf(word));
    const lower = text.toLowerCase();
    if (!hasFoldedLetters(lower)) continue;
    if (lower.length <= MAX_WHOLE_LENGTH) spellings.add(foldLetters(lower));
    else
      for (const [word] of lower.matchAll(WORD)) if (hasFoldedLetters(word)) spellings.add(foldLetters(word));
  }
  return [...spellings].join(SEPARATOR);
}
