/** Finds tags by a part of their text. */
import type { TagCount } from "#shared/entities/creator.ts";
import { FEW, MOST_SIMILAR, SimilarTexts } from "../../../offline/search/similar.ts";
import { piecesOf } from "../../../offline/search/tokenize.ts";

/** Minimum length of words with two allowed typos, after the stricter limits of the search engine found nothing. */
const TWO_FROM = 5;

/** Normalizes a tag: lower case, no accents, one width, single spaces as separators. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

export interface PreparedTag {
  tag: TagCount;
  folded: string;
}

export function prepareTags(tags: readonly TagCount[]): PreparedTag[] {
  return tags.map((tag) => ({ tag, folded: fold(tag.tag) }));
}

/** Tags that contain the text, in the given order, prefix matches first. */
export function filterTags(prepared: readonly PreparedTag[], text: string): TagCount[] {
  const wanted = fold(text.trim().replace(/^#/, ""));
  if (wanted === "") return prepared.map(({ tag }) => tag);
  const begins: TagCount[] = [];
  const holds: TagCount[] = [];
  for (const { tag, folded } of prepared) {
    const at = folded.indexOf(wanted);
    if (at === 0) begins.push(tag);
    else if (at > 0) holds.push(tag);
  }
  return [...begins, ...holds];
}

/** @returns a function that finds similar tags, most similar first; none if there are enough `exact` ones */
export function similarFinder(prepared: readonly PreparedTag[]) {
  let texts: SimilarTexts | undefined; // created on first use
  return (text: string, exact: readonly TagCount[]): TagCount[] => {
    if (text.trim() === "" || exact.length > FEW) return [];
    texts ??= new SimilarTexts(prepared.map(({ folded }) => folded));
    const isExact = new Set(exact);
    return [...texts.find(fold(text))]
      .map(([number, cost]) => ({ number, cost, tag: prepared[number]!.tag }))
      .filter(({ tag }) => !isExact.has(tag))
      .sort((a, b) => a.cost - b.cost || a.number - b.number)
      .slice(0, MOST_SIMILAR)
      .map(({ tag }) => tag);
  };
}

/** @returns a function that finds the most similar word of all tags, for a word that no tag has */
export function wordFinder(prepared: readonly PreparedTag[]) {
  const words = [...new Set(prepared.flatMap(({ folded }) => [...piecesOf(folded)].map(({ text }) => text)))];
  const texts = new SimilarTexts(words);
  return (word: string): string | undefined => {
    const wanted = fold(word);
    if (prepared.some(({ folded }) => folded.includes(wanted))) return undefined;
    const nearest = [...texts.find(wanted, TWO_FROM)].sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
    return nearest && words[nearest[0]];
  };
}
