/** The words of a query as the engine reads them (docs/decisions/0038-search-in-cjk.md). */
import { gramsOfRun, hasRuns, runsOf, withoutRuns } from "#shared/search/grams.ts";
import { hasHangul, inKeys } from "#shared/search/hangul.ts";
import type { Word } from "#shared/search/query.ts";
import { compoundWord } from "#shared/search/spellings.ts";
import { foldLetters } from "#shared/text/fold.ts";

export interface EngineWords {
  /** Finds texts that have all words exactly; undefined if the engine's own search is as exact. */
  exact: string | undefined;
  /** Tolerates typos; scripts without spaces are cut by the engine. */
  tolerant: string;
  /** The same with hangul as keys, so that a letter of a syllable may be wrong; undefined without hangul. */
  byKeys: string | undefined;
  /** True if `exact` is by characters: then a hit without all of them is another word. */
  hasCharacters: boolean;
}

export function engineWords(words: readonly Word[]): EngineWords {
  const plain = words.filter(isPlain);
  const hasCharacters = plain.some((word) => hasRuns(word.text));
  const last = words.at(-1);
  const isShort = last !== undefined && isPlain(last) && SHORT.test(last.text);
  const isExact = hasCharacters || isShort || plain.some(({ text }) => PUNCTUATED.test(text));
  return {
    exact: isExact ? words.map((word) => exactWord(word, isShort && word === last)).join(" ") : undefined,
    tolerant: words.map((word) => (isPlain(word) ? folded(word.text) : exactWord(word))).join(" "),
    byKeys: plain.some((word) => hasHangul(word.text))
      ? words.map((word) => (isPlain(word) ? inKeys(folded(word.text)) : exactWord(word))).join(" ")
      : undefined,
    hasCharacters,
  };
}

/** Begins too many other words: the word itself is searched first. */
const SHORT = /^[\p{L}\p{M}\p{N}]{1,3}$/u;
/** Split by the engine into parts that match anywhere. */
const PUNCTUATED = /[\p{L}\p{N}][^\p{L}\p{M}\p{N}\s]+[\p{L}\p{N}]/u;

const isPlain = ({ isPhrase, isExcluded }: Word) => !isPhrase && !isExcluded;
const quoted = (text: string) => `"${text}"`;
/** Folded like the `spellings` of documents. */
const folded = (text: string) => foldLetters(text.toLowerCase());

/** @param isWhole not the beginning of other words */
function exactWord(word: Word, isWhole = false): string {
  const { text, isPhrase, isExcluded } = word;
  if (!hasRuns(text)) {
    if (isPhrase || isExcluded) return `${isExcluded ? "-" : ""}${isPhrase ? quoted(text) : folded(text)}`;
    const compound = compoundWord(text);
    if (compound !== undefined) return quoted(compound);
    return isWhole || PUNCTUATED.test(text) ? quoted(folded(text)) : folded(text);
  }
  const rest = withoutRuns(text);
  const grams = runsOf(text).flatMap((run) => gramsOfRun(run.text));
  // One phrase: excludes texts with all of these pairs, not those with one of them.
  if (isExcluded) return `-${quoted(rest === "" ? grams.join(" ") : text)}`;
  const remainder = rest === "" ? "" : isPhrase ? ` ${quoted(rest)}` : ` ${folded(rest)}`;
  return grams.map(quoted).join(" ") + remainder;
}
