/** Matches one query part against a segment and returns the quality per document. */

import { bitCount, signatureOf, typosWithin, unitsOf } from "#shared/text/typos.ts";
import { EXACT, minimumOf, PREFIX, type RunPart, TYPO, type WordPart } from "./query.ts";
import type { Segment } from "./segment.ts";
import { CREATOR, TAGS, TITLE } from "./tokenize.ts";

/** No match. Lower values: match quality in the high byte, field in the low one; lower is better. */
export const NONE = 0xffff;

/** Rank of the best field by field bits; 0 is the title. */
const FIELD_RANK = Uint8Array.from({ length: 16 }, (_, fields) =>
  fields & TITLE ? 0 : fields & TAGS ? 1 : fields & CREATOR ? 2 : 3,
);

/** @returns cost by document */
export function matchWord(segment: Segment, part: WordPart): Uint16Array {
  const costs = new Uint16Array(segment.documents).fill(NONE);
  const take = (term: number, fit: number) =>
    segment.eachPosting(term, (document, fields) => {
      const cost = (fit << 8) | FIELD_RANK[fields]!;
      if (cost < costs[document]!) costs[document] = cost;
    });
  let from = segment.termFrom(part.units);
  const isTerm = from < segment.terms && segment.term(from) === part.text;
  if (isTerm) take(from++, EXACT);
  const end = part.isPrefix ? prefixEnd(segment, part.units, from) : from;
  for (let term = from; term < end; term++) take(term, PREFIX);
  if (part.typos > 0) eachTypo(segment, part, take, (term) => term >= from && term < end);
  return costs;
}

function prefixEnd(segment: Segment, units: Uint16Array, from: number): number {
  let end = from;
  while (end < segment.terms && segment.startsWith(end, units)) end++;
  return end;
}

const FIRST_WORD = unitsOf("$"); // whole tags begin with the character before it

/** Visits terms within the allowed typos; only terms with nearly the same letters are compared in full. */
function eachTypo(
  segment: Segment,
  part: WordPart,
  take: (term: number, fit: number) => void,
  isTaken: (term: number) => boolean,
): void {
  const { signatures, termStarts, termUnits, terms } = segment;
  const signature = signatureOf(part.units);
  const most = part.typos * 2;
  for (let term = segment.termFrom(FIRST_WORD); term < terms; term++) {
    if (bitCount(signatures[term]! ^ signature) > most) continue;
    const start = termStarts[term]!;
    const length = termStarts[term + 1]! - start;
    const typos = typosWithin(part.units, termUnits, start, length, part.typos);
    if (typos > 0 && typos <= part.typos && !isTaken(term)) take(term, TYPO + typos - 1);
  }
}

/** Matches all characters and pairs of a run within one field. @returns cost by document */
export function matchRun(segment: Segment, part: RunPart): Uint16Array {
  const costs = new Uint16Array(segment.documents).fill(NONE);
  // Pairs are more specific than characters.
  const grams = part.pairs.length > 0 ? part.pairs : part.characters;
  const seen = new Uint8Array(segment.documents).fill(15);
  for (const gram of new Set(grams)) {
    const term = segment.termOf(unitsOf(gram));
    if (term < 0) return costs;
    const here = new Uint8Array(segment.documents);
    segment.eachPosting(term, (document, fields) => {
      here[document] = fields;
    });
    for (let document = 0; document < seen.length; document++) seen[document]! &= here[document]!;
  }
  for (let document = 0; document < seen.length; document++) {
    const fields = seen[document]!;
    if (fields !== 0) costs[document] = (EXACT << 8) | FIELD_RANK[fields]!;
  }
  return costs;
}

/**
 * Like `matchRun`, with one wrong character. The low byte counts what is missing, so that fuller matches rank first.
 */
export function matchRunNearly(segment: Segment, part: RunPart): Uint16Array {
  const costs = new Uint16Array(segment.documents).fill(NONE);
  const least = minimumOf(part);
  if (least === undefined) return costs;
  const characters = countByField(segment, part.characters);
  const pairs = countByField(segment, part.pairs);
  const all = new Set(part.pairs).size;
  for (let document = 0; document < segment.documents; document++) {
    for (let field = 0; field < 4; field++) {
      const at = document * 4 + field;
      if (characters[at]! < least.characters || pairs[at]! < least.pairs) continue;
      const cost = (TYPO << 8) | Math.min(20, (all - pairs[at]!) * 4 + FIELD_RANK[1 << field]!);
      if (cost < costs[document]!) costs[document] = cost;
    }
  }
  return costs;
}

/** Counts distinct `grams` per field and document. */
function countByField(segment: Segment, grams: readonly string[]): Uint8Array {
  const counts = new Uint8Array(segment.documents * 4);
  for (const gram of new Set(grams)) {
    const term = segment.termOf(unitsOf(gram));
    if (term < 0) continue;
    segment.eachPosting(term, (document, fields) => {
      for (let field = 0; field < 4; field++) if (fields & (1 << field)) counts[document * 4 + field]!++;
    });
  }
  return counts;
}
