/** Marks in hits for scripts without spaces: the engine finds these by grams and marks nothing. */
import { runsOf } from "#shared/search/grams.ts";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import type { SearchQuery, Word } from "#shared/search/query.ts";

/** Characters of a snippet, and of it before the first mark. */
const LENGTH = 160;
const BEFORE = 40;

/** The runs to be marked, folded. */
export function markedRuns(words: readonly Word[]): string[] {
  return words.filter((word) => !word.isExcluded).flatMap((word) => runsOf(word.text).map((run) => run.text));
}

/** The text with these runs marked too; it may have the engine's marks of other words already. */
export function withMarks(text: string, wanted: readonly string[]): string {
  const starts = new Set<number>();
  const ends = new Set<number>();
  for (const run of runsOf(text)) {
    for (const [from, to] of joined(wanted.flatMap((one) => placesOf(one, run.text)))) {
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

/** Marks that go on to the end of their words: of the beginning of a mistyped word the engine marks as many letters as were typed. */
export function wholeWords(marked: string): string {
  return marked.replace(REST_OF_WORD, (_, rest: string) => rest + MARK_END);
}

/** Each place of each word marked; the text is plain. */
export function marked(text: string, { words }: SearchQuery): string {
  const clean = text.replaceAll(MARK_START, "").replaceAll(MARK_END, "");
  const lower = clean.toLowerCase();
  if (lower.length !== clean.length) return clean; // places in the one are none in the other
  const isMarked = new Set<number>();
  for (const { text: word, isExcluded } of words) {
    const wanted = word.toLowerCase();
    for (
      let at = lower.indexOf(wanted);
      !isExcluded && at >= 0;
      at = lower.indexOf(wanted, at + wanted.length)
    )
      for (let place = at; place < at + wanted.length; place += 1) isMarked.add(place);
  }
  let result = "";
  for (let at = 0; at < clean.length; at += 1) {
    if (isMarked.has(at) && !isMarked.has(at - 1)) result += MARK_START;
    result += clean.charAt(at);
    if (isMarked.has(at) && !isMarked.has(at + 1)) result += MARK_END;
  }
  return result;
}

/** What stands around the first mark; the beginning where there is none. */
export function snippetOf(marked: string): string {
  const first = Math.max(0, marked.indexOf(MARK_START));
  const characters = [...marked];
  const place = [...marked.slice(0, first)].length;
  const from = place <= BEFORE ? 0 : place - BEFORE;
  const shown = characters.slice(from, from + LENGTH);
  const isOpen = shown.lastIndexOf(MARK_START) > shown.lastIndexOf(MARK_END);
  const end = from + LENGTH < characters.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${shown.join("")}${isOpen ? MARK_END : ""}${end}`;
}

function placesOf(wanted: string, run: string): [number, number][] {
  const places: [number, number][] = [];
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1))
    places.push([at, at + wanted.length]);
  return places;
}

function joined(places: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
