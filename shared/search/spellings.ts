/** Other spellings of words, for the engine, which neither folds these letters nor splits these numbers. For the indexer. */
import { foldLetters, hasFoldedLetters } from "../text/fold.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const VERSION = /\bv(\d+(?:\.\d+)+)/giu;
/** Shorter texts are folded as a whole, so that phrases are found in titles, tags and names. */
const MAX_WHOLE_LENGTH = 200;
/** The engine takes this for the end of a sentence: no phrase goes on beyond it. */
const SEPARATOR = ". ";

/** The `spellings` attribute of a document: words with letters like `ł` in ASCII letters, and versions without their v. */
export function spellingsOf(...texts: string[]): string {
  const spellings = new Set<string>();
  for (const text of texts) {
    for (const [, version] of text.matchAll(VERSION)) if (version !== undefined) spellings.add(version);
    const lower = text.toLowerCase();
    if (!hasFoldedLetters(lower)) continue;
    if (lower.length <= MAX_WHOLE_LENGTH) spellings.add(foldLetters(lower));
    else
      for (const [word] of lower.matchAll(WORD)) if (hasFoldedLetters(word)) spellings.add(foldLetters(word));
  }
  return [...spellings].join(SEPARATOR);
}
