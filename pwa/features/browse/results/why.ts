/** Why a post was found, read from the marks of its hit. */
import type { SearchedPost } from "#shared/contracts/search.ts";
import { parseQuery } from "#shared/search/query.ts";
import { splitMarked } from "../../../lib/highlight.ts";
import { typosWithin, unitsOf } from "../../../offline/search/typos.ts";

export const PLACES = ["title", "tag", "creator", "text"] as const;
export type MatchPlace = (typeof PLACES)[number];

export interface Correction {
  typed: string;
  found: string;
  /** How many letters differ. */
  letters: number;
}

export interface Why {
  places: MatchPlace[];
  corrections: Correction[];
}

/** The engine forgives no more. */
const MOST = 2;
/** Longest word whose letters are compared. */
const LONGEST = 32;

export function whyFound(q: string, hit: Pick<SearchedPost, "title" | "creator" | "snippet" | "tags">): Why {
  const marked = {
    title: matchesIn([hit.title]),
    tag: matchesIn(hit.tags),
    creator: matchesIn([hit.creator]),
    text: matchesIn([hit.snippet]),
  };
  const found = Object.values(marked).flat();
  return {
    places: PLACES.filter((place) => marked[place].length > 0),
    corrections: typedWords(q).flatMap((typed) => correctionOf(typed, found) ?? []),
  };
}

function matchesIn(texts: readonly string[]): string[] {
  return texts
    .flatMap(splitMarked)
    .filter(({ isMatch }) => isMatch)
    .map(({ text }) => text);
}

/** Words that may be mistyped: neither phrases nor what must not be there. */
function typedWords(q: string): string[] {
  return parseQuery(q)
    .words.filter(({ isPhrase, isExcluded }) => !isPhrase && !isExcluded)
    .flatMap(({ text }) => text.split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter((word) => word !== "" && word.length <= LONGEST);
}

/** @returns undefined where the word is there as typed, or nothing like it is */
function correctionOf(typed: string, found: readonly string[]): Correction | undefined {
  const word = fold(typed);
  const units = unitsOf(word);
  let nearest: Correction | undefined;
  for (const text of found) {
    const other = fold(text);
    if (other.startsWith(word)) return undefined;
    const letters = typosToBeginning(units, other);
    if (letters < (nearest?.letters ?? MOST + 1)) nearest = { typed, found: text, letters };
  }
  return nearest;
}

/** Typos between a word and the beginning of another that is nearest to it. */
function typosToBeginning(word: Uint16Array, text: string): number {
  const units = unitsOf(text.slice(0, LONGEST));
  let least = MOST + 1;
  for (let length = word.length - MOST; length <= word.length + MOST; length += 1)
    if (length > 0 && length <= units.length)
      least = Math.min(least, typosWithin(word, units, 0, length, MOST));
  return least;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
