/** Parses a query: all words must match, the last one as a prefix. */

import { fold } from "#shared/text/fold.ts";
import { allowance, typosWithin, unitsOf } from "#shared/text/typos.ts";
import { pairsOf, piecesOf } from "./tokenize.ts";

/** Match quality of a word; lower is better. Two typos rank one below TYPO. */
export const EXACT = 0;
export const PREFIX = 1;
export const TYPO = 2;

const MAX_PARTS = 12;

export interface WordPart {
  kind: "word";
  text: string;
  units: Uint16Array;
  typos: number;
  /** Matches longer words too. */
  isPrefix: boolean;
  isExcluded: boolean;
}

/** Characters of a script without spaces: all must occur in one field. */
export interface RunPart {
  kind: "run";
  text: string;
  characters: string[];
  pairs: string[];
  isExcluded: boolean;
}

export type Part = WordPart | RunPart;

/** `"…"` is a phrase, `-` excludes a word, as in online search. */
export function parseQuery(text: string): Part[] {
  const folded = fold(text);
  const parts = new Map<string, Part>();
  const pieces = [...piecesOf(folded)];
  for (const [number, { text: piece, isRun, at }] of pieces.entries()) {
    const isExcluded = /(^|\s)-$/.test(folded.slice(Math.max(0, at - 2), at));
    const isQuoted = (folded.slice(0, at).split('"').length - 1) % 2 === 1;
    const isLast = number === pieces.length - 1;
    const part = isRun ? runPart(piece) : wordPart(piece, isLast, isQuoted || isExcluded);
    const name = `${isExcluded ? "-" : "+"}${piece}`;
    const known = parts.get(name);
    if (known === undefined) parts.set(name, { ...part, isExcluded });
    else if (known.kind === "word" && part.kind === "word") known.isPrefix ||= part.isPrefix;
    if (parts.size === MAX_PARTS) break;
  }
  return [...parts.values()];
}

function wordPart(text: string, isLast: boolean, isAsItIs: boolean): WordPart {
  const typos = isAsItIs ? 0 : allowance(text);
  return {
    kind: "word",
    text,
    units: unitsOf(text),
    typos,
    isPrefix: isLast && !isAsItIs,
    isExcluded: false,
  };
}

function runPart(text: string): RunPart {
  const characters = [...text];
  return { kind: "run", text, characters, pairs: pairsOf(characters), isExcluded: false };
}

/** Returns EXACT, PREFIX, TYPO or worse; undefined if the word does not match. */
export function matchQuality(part: WordPart, word: string): number | undefined {
  if (word === part.text) return EXACT;
  if (part.isPrefix && word.startsWith(part.text)) return PREFIX;
  if (part.typos === 0) return undefined;
  const typos = typosWithin(part.units, unitsOf(word), 0, word.length, part.typos);
  return typos > part.typos ? undefined : TYPO + typos - 1;
}

/**
 * Minimum characters and pairs that a field needs to match a run with one wrong character. Undefined for short runs,
 * which must match exactly.
 */
export function minimumOf(part: RunPart): { characters: number; pairs: number } | undefined {
  if (part.characters.length < 4) return undefined;
  return { characters: new Set(part.characters).size - 1, pairs: Math.max(1, new Set(part.pairs).size - 3) };
}
