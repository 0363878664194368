/** Marks of what the engine finds by grams or other spellings, where it marks nothing itself. */
import type { SearchedPost } from "#shared/contracts/search.ts";
import { runsOf } from "#shared/search/grams.ts";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import type { Word } from "#shared/search/query.ts";
import { fold, hasFoldedLetters } from "#shared/text/fold.ts";

/** Characters of a snippet, and of it before the first mark. */
const SNIPPET_LENGTH = 160;
const LEAD_LENGTH = 40;

/** Marked texts of a post. */
interface FoundTexts {
  title?: string;
  creator?: string;
  tags?: string[];
  content?: string;
  files?: string;
  pictures?: string;
}

/** Runs to mark, folded. */
export function markedRuns(words: readonly Word[]): string[] {
  return words.filter((word) => !word.isExcluded).flatMap((word) => runsOf(word.text).map((run) => run.text));
}

/** Marks runs in a text that may have the engine's marks of other words. */
export function markRuns(text: string, wanted: readonly string[]): string {
  const starts = new Set<number>();
  const ends = new Set<number>();
  for (const run of runsOf(text)) {
    for (const [from, to] of joined(wanted.flatMap((one) => rangesOf(one, run.text)))) {
      starts.add(run.starts[from] ?? 0);
      ends.add(run.ends[to - 1] ?? text.length);
    }
  }
  if (starts.size === 0) return text;
  let result = "";
  for (let at = 0; at <= text.length; at += 1) {
    if (ends.has(at)) result += MARK_END;
    if (starts.has(at)) result += MARK_START;
    result += text.charAt(at);
  }
  return result;
}

const REST_OF_WORD = new RegExp(
  `${MARK_END}([\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{M}\\p{N}]+)`,
  "gu",
);

/** Extends marks to the end of their words: in a mistyped word the engine marks as many letters as were typed. */
export function wholeWords(marked: string): string {
  return marked.replace(REST_OF_WORD, (_, rest: string) => rest + MARK_END);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Marks words with letters that only our folding reads, such as Łódź for lodz. Words the engine marked stay as they are. */
export function markSpellings(text: string, words: readonly Word[]): string {
  if (!hasFoldedLetters(text.toLowerCase())) return text;
  const wanted = words
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ text }) => fold(text).match(WORD) ?? []);
  return text.replace(WORD, (word, at: number) => {
    const isMarked =
      text[at - 1] === MARK_START || text[at - 1] === MARK_END || text[at + word.length] === MARK_END;
    if (isMarked || !hasFoldedLetters(word.toLowerCase())) return word;
    const folded = fold(word);
    return wanted.some((one) => folded.startsWith(one)) ? MARK_START + word + MARK_END : word;
  });
}

const MARKED = new RegExp(`${MARK_START}([^${MARK_START}${MARK_END}]+)${MARK_END}`, "gu");

/** Words that a marked text has marks around. */
export function markedWords(marked: string): string[] {
  const texts = Array.from(marked.matchAll(MARKED), ([, text = ""]) => text.toLowerCase());
  return [...new Set(texts.flatMap((text) => text.match(WORD) ?? []))];
}

/** Marks these words, or words that begin so, in a plain text. */
export function markWords(text: string, wanted: readonly string[]): string {
  const plain = text.replaceAll(MARK_START, "").replaceAll(MARK_END, "");
  return plain.replace(WORD, (word) => {
    const lower = word.toLowerCase();
    const length = Math.max(0, ...wanted.filter((one) => lower.startsWith(one)).map((one) => one.length));
    return length === 0 ? word : MARK_START + word.slice(0, length) + MARK_END + word.slice(length);
  });
}

/** The text around the first mark, or its beginning. */
export function snippetOf(marked: string): string {
  const first = Math.max(0, marked.indexOf(MARK_START));
  const characters = [...marked];
  const offset = [...marked.slice(0, first)].length;
  const from = offset <= LEAD_LENGTH ? 0 : offset - LEAD_LENGTH;
  const shown = characters.slice(from, from + SNIPPET_LENGTH);
  const isOpen = shown.lastIndexOf(MARK_START) > shown.lastIndexOf(MARK_END);
  const end = from + SNIPPET_LENGTH < characters.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${shown.join("")}${isOpen ? MARK_END : ""}${end}`;
}

/** The snippet of a post: of its text, or of names of its files or the text in its images if only these were found. */
export function postSnippet(shown: FoundTexts = {}): Pick<SearchedPost, "snippet" | "in_picture"> {
  const { title = "", creator = "", tags = [], content = "", files = "", pictures = "" } = shown;
  const isMarked = (text: string) => text.includes(MARK_START);
  if ([title, creator, ...tags, content].some(isMarked)) return { snippet: wholeWords(content) };
  if (isMarked(files)) return { snippet: wholeWords(files) };
  if (isMarked(pictures)) return { snippet: wholeWords(pictures), in_picture: true };
  return { snippet: wholeWords(content) };
}

function rangesOf(wanted: string, run: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1))
    ranges.push([at, at + wanted.length]);
  return ranges;
}

function joined(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
