/** Builds segments from documents, and merges them. Both give identical bytes for the same documents. */

import { unitsOf } from "#shared/text/typos.ts";
import { type Segment, SegmentWriter } from "./segment.ts";
import { type SearchDocument, termsOf } from "./tokenize.ts";

/** Shifts past the four field bits. */
const FIELDS = 16;
/** Terms written between two yields. */
const STEP = 4096;

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** @param documents with distinct keys */
export function buildSegment(documents: readonly SearchDocument[]): Segment {
  const writer = new SegmentWriter();
  const sorted = [...documents].sort((a, b) => byText(a.key, b.key));
  const postings = new Map<string, number[]>();
  for (const [number, document] of sorted.entries()) {
    writer.document(document.key, clampDate(document.date));
    for (const [term, fields] of termsOf(document)) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [number * FIELDS + fields]);
      else list.push(number * FIELDS + fields);
    }
  }
  for (const term of [...postings.keys()].sort(byText)) {
    for (const posting of postings.get(term) ?? [])
      writer.posting(Math.floor(posting / FIELDS), posting % FIELDS);
    writer.term(unitsOf(term));
  }
  return writer.end();
}

function clampDate(date: number): number {
  return Math.min(Math.max(0, Math.floor(date) || 0), 0xffff_ffff);
}

export interface Source {
  segment: Segment;
  /** 1 for each deleted document. */
  dead: Uint8Array;
}

/** Merges in steps, so that searches can run in between. Sources must not share a live document. */
export function* mergeSegments(sources: readonly Source[]): Generator<undefined, Segment> {
  const writer = new SegmentWriter();
  const numbers = renumber(sources, writer);
  const at = sources.map(() => 0);
  for (let written = 1; ; written++) {
    const first = firstTerm(sources, at);
    if (first === undefined) return writer.end();
    const units = termUnits(sources[first]!.segment, at[first]!);
    const found: number[] = [];
    let holders = 0;
    for (const [number, { segment }] of sources.entries()) {
      const term = at[number]!;
      if (term >= segment.terms || compareTerm(segment, term, units) !== 0) continue;
      at[number] = term + 1;
      holders++;
      const map = numbers[number]!;
      segment.eachPosting(term, (document, fields) => {
        const next = map[document]!;
        if (next >= 0) found.push(next * FIELDS + fields);
      });
    }
    if (holders > 1) found.sort((a, b) => a - b);
    for (const posting of found) writer.posting(Math.floor(posting / FIELDS), posting % FIELDS);
    if (writer.hasPostings) writer.term(units);
    if (written % STEP === 0) yield;
  }
}

/** Writes the live documents in key order. @returns new number of each, -1 for deleted ones */
function renumber(sources: readonly Source[], writer: SegmentWriter): Int32Array[] {
  const live: { key: string; date: number; source: number; document: number }[] = [];
  for (const [source, { segment, dead }] of sources.entries()) {
    for (let document = 0; document < segment.documents; document++)
      if (dead[document] === 0)
        live.push({ key: segment.key(document), date: segment.dates[document]!, source, document });
  }
  live.sort((a, b) => byText(a.key, b.key));
  const numbers = sources.map(({ segment }) => new Int32Array(segment.documents).fill(-1));
  for (const [number, { key, date, source, document }] of live.entries()) {
    numbers[source]![document] = number;
    writer.document(key, date);
  }
  return numbers;
}

function firstTerm(sources: readonly Source[], at: readonly number[]): number | undefined {
  let first: number | undefined;
  for (const [number, { segment }] of sources.entries()) {
    if (at[number]! >= segment.terms) continue;
    if (
      first === undefined ||
      compareTerm(segment, at[number]!, termUnits(sources[first]!.segment, at[first]!)) < 0
    )
      first = number;
  }
  return first;
}

function termUnits(segment: Segment, term: number): Uint16Array {
  return segment.termUnits.subarray(segment.termStarts[term], segment.termStarts[term + 1]);
}

function compareTerm(segment: Segment, term: number, units: Uint16Array): number {
  const { termUnits: all, termStarts } = segment;
  const start = termStarts[term]!;
  const length = termStarts[term + 1]! - start;
  for (let at = 0; at < Math.min(length, units.length); at++) {
    const difference = all[start + at]! - units[at]!;
    if (difference !== 0) return difference;
  }
  return length - units.length;
}
