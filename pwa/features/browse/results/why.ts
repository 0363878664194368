/** Derives why a post was found from the highlights of its hit. */
import type { SearchedPost } from "#shared/contracts/search.ts";
import { parseQuery } from "#shared/search/query.ts";
import { fold } from "#shared/text/fold.ts";
import { MAX_WORD_LENGTH, typosToPrefix, unitsOf } from "#shared/text/typos.ts";
import { splitMarked } from "../../../lib/highlight.ts";

export const PLACES = ["title", "tag", "creator", "text", "image"] as const;
export type MatchPlace = (typeof PLACES)[number];

export interface Correction {
  typed: string;
  found: string;
  /** Number of different letters. */
  letters: number;
}

export interface Why {
  places: MatchPlace[];
  corrections: Correction[];
}

/** Maximum number of typos that the engine tolerates. */
const MAX_TYPOS = 2;

export function whyFound(
  q: string,
  hit: Pick<SearchedPost, "title" | "creator" | "snippet" | "in_picture" | "tags">,
): Why {
  const marked = {
    title: matchesIn([hit.title]),
    tag: matchesIn(hit.tags),
    creator: matchesIn([hit.creator]),
    text: hit.in_picture ? [] : matchesIn([hit.snippet]),
    image: hit.in_picture ? matchesIn([hit.snippet]) : [],
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

/** Words that may be mistyped, without phrases and excluded words. */
function typedWords(q: string): string[] {
  return parseQuery(q)
    .words.filter(({ isPhrase, isExcluded }) => !isPhrase && !isExcluded)
    .flatMap(({ text }) => text.split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter((word) => word !== "" && word.length <= MAX_WORD_LENGTH);
}

/** @returns undefined if the word was found as typed, or nothing similar was found */
function correctionOf(typed: string, found: readonly string[]): Correction | undefined {
  const word = fold(typed);
  const units = unitsOf(word);
  let nearest: Correction | undefined;
  for (const text of found) {
    const other = fold(text);
    if (other.startsWith(word)) return undefined;
    const letters = typosToPrefix(units, unitsOf(other.slice(0, MAX_WORD_LENGTH)), MAX_TYPOS);
    if (letters < (nearest?.letters ?? MAX_TYPOS + 1)) nearest = { typed, found: text, letters };
  }
  return nearest;
}
