/** Highlights query words in a text, with the search engine's markers. */
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { fold } from "#shared/text/fold.ts";
import { matchQuality, type Part, type RunPart } from "./query.ts";
import { type Piece, pairsOf, piecesOf } from "./tokenize.ts";

/** Start and end (exclusive), in UTF-16 units. */
export type Span = [from: number, to: number];

/** A character with its accents, folded as one. */
const CLUSTER = /[\s\S]\p{M}*[\uff9e\uff9f]?/gu;
/** Text in which folding keeps every offset: ASCII, kana, Chinese characters, Korean syllables. */
const SAME_OFFSETS = /^[\0-\x7f\u3000-\u3098\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;
const BEFORE = 40;
const LENGTH = 160;

/** Spans of the query parts, in order, not nested. */
export function spansOf(text: string, parts: readonly Part[]): Span[] {
  const folded = fold(text);
  const wanted = parts.filter((part) => !part.isExcluded);
  const spans: Span[] = [];
  for (const piece of piecesOf(folded)) {
    for (const part of wanted)
      spans.push(...(piece.isRun ? inRun(piece, part, folded) : inWord(piece, part)));
  }
  return joined(spans.map(toOriginal(text, folded)));
}

function inWord(piece: Piece, part: Part): Span[] {
  const fits = part.kind === "word" && matchQuality(part, piece.text) !== undefined;
  return fits ? [[piece.at, piece.at + piece.text.length]] : [];
}

/** Spans of the whole run, or else of those of its pairs that occur. */
function inRun(piece: Piece, part: Part, folded: string): Span[] {
  if (part.kind !== "run") return [];
  if (part.pairs.length === 0 || folded.includes(part.text)) return occurrencesOf(part.text, piece);
  return pairSpans(piece, part);
}

function occurrencesOf(text: string, piece: Piece): Span[] {
  const spans: Span[] = [];
  for (let at = piece.text.indexOf(text); at >= 0; at = piece.text.indexOf(text, at + text.length))
    spans.push([piece.at + at, piece.at + at + text.length]);
  return spans;
}

function pairSpans(piece: Piece, part: RunPart): Span[] {
  const spans: Span[] = [];
  let at = piece.at;
  for (const pair of pairsOf([...piece.text])) {
    if (part.pairs.includes(pair)) spans.push([at, at + pair.length]);
    at += [...pair][0]!.length;
  }
  return spans;
}

/** Maps offsets in the folded text to offsets in the original. */
function toOriginal(text: string, folded: string): (span: Span) => Span {
  if (folded.length === text.length && SAME_OFFSETS.test(text)) return (span) => span;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    for (let unit = fold(cluster).length; unit > 0; unit--) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return ([from, to]) => [starts[from] ?? text.length, ends[to - 1] ?? text.length];
}

function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) result.push([from, to]);
  }
  return result;
}

/** Inserts highlight markers at the spans. */
export function insertMarks(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const [from, to] of spans) {
    result += `${text.slice(at, from)}${MARK_START}${text.slice(from, to)}${MARK_END}`;
    at = to;
  }
  return result + text.slice(at);
}

/** Returns a snippet around the first span, or the beginning of the text, with markers. */
export function snippetOf(text: string, spans: readonly Span[]): string {
  const first = spans[0]?.[0] ?? 0;
  const from = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const to = Math.min(text.length, from + LENGTH);
  const end = splitsSurrogatePair(text, to) ? to - 1 : to;
  const inside = spans
    .filter((span) => span[0] >= from && span[0] < end)
    .map((span): Span => [span[0] - from, Math.min(span[1], end) - from]);
  return `${from > 0 ? "…" : ""}${insertMarks(text.slice(from, end), inside)}${end < text.length ? "…" : ""}`;
}

/** Moves past the next space, if there is one before `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.indexOf(" ", from);
  if (space >= 0 && space < limit) return space + 1;
  return splitsSurrogatePair(text, from) ? from - 1 : from;
}

function splitsSurrogatePair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && at < text.length;
}
