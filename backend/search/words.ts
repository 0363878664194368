/** The words of a query as the engine reads them (docs/decisions/0038-search-in-cjk.md). */
import { gramsOfRun, hasCjk, runsOf, withoutCjk } from "#shared/search/grams.ts";
import { hasHangul, inKeys } from "#shared/search/hangul.ts";
import type { Word } from "#shared/search/query.ts";

export interface EngineWords {
  /** Finds texts that have all of it; undefined where the engine's own search of the same words is as exact. */
  exact: string | undefined;
  /** Typos forgiven, and for scripts without spaces whatever the engine takes for a word. */
  forgiving: string;
  /** The same with hangul by its letters, so that one of them may be wrong; undefined without hangul. */
  byLetters: string | undefined;
}

export function engineWords(words: readonly Word[]): EngineWords {
  const isSegmented = words.some((word) => isPlain(word) && hasCjk(word.text));
  const isHangul = words.some((word) => isPlain(word) && hasHangul(word.text));
  return {
    exact: isSegmented ? words.map(exactWord).join(" ") : undefined,
    forgiving: words.map((word) => (isPlain(word) ? word.text : exactWord(word))).join(" "),
    byLetters: isHangul
      ? words.map((word) => (isPlain(word) ? inKeys(word.text) : exactWord(word))).join(" ")
      : undefined,
  };
}

const isPlain = ({ isPhrase, isExcluded }: Word) => !isPhrase && !isExcluded;
const quoted = (text: string) => `"${text}"`;

function exactWord(word: Word): string {
  const { text, isPhrase, isExcluded } = word;
  if (!hasCjk(text)) return `${isExcluded ? "-" : ""}${isPhrase ? quoted(text) : text}`;
  const rest = withoutCjk(text);
  const grams = runsOf(text).flatMap((run) => gramsOfRun(run.text));
  // One phrase: what has all of these pairs is left out, not what has one of them.
  if (isExcluded) return `-${quoted(rest === "" ? grams.join(" ") : text)}`;
  const others = rest === "" ? "" : isPhrase ? ` ${quoted(rest)}` : ` ${rest}`;
  return grams.map(quoted).join(" ") + others;
}
