/** Finds tags by a part of their text. */
import type { TagCount } from "#shared/entities/creator.ts";
import { foldTyped } from "#shared/text/fold.ts";
import { MAX_EXACT, MAX_SIMILAR, SimilarTexts } from "../../../offline/search/similar.ts";
import { piecesOf } from "../../../offline/search/tokenize.ts";

/** Two typos are allowed in shorter words than the search engine allows. */
const TWO_TYPOS_LENGTH = 5;

/** One space for what separates words: the search takes all these spellings for one tag. */
const foldTag = (text: string) => foldTyped(text).replace(/[\s_-]+/g, " ");

export interface PreparedTag {
  tag: TagCount;
  folded: string;
}

export function prepareTags(tags: readonly TagCount[]): PreparedTag[] {
  return tags.map((tag) => ({ tag, folded: foldTag(tag.tag) }));
}

/** Tags that contain the text, in the given order, prefix matches first. */
export function filterTags(prepared: readonly PreparedTag[], text: string): TagCount[] {
  const wanted = foldTag(text.trim().replace(/^#/, ""));
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
    if (text.trim() === "" || exact.length > MAX_EXACT) return [];
    texts ??= new SimilarTexts(prepared.map(({ folded }) => folded));
    const isExact = new Set(exact);
    return [...texts.find(foldTag(text))]
      .map(([number, cost]) => ({ number, cost, tag: prepared[number]!.tag }))
      .filter(({ tag }) => !isExact.has(tag))
      .sort((a, b) => a.cost - b.cost || a.number - b.number)
      .slice(0, MAX_SIMILAR)
      .map(({ tag }) => tag);
  };
}

/** @returns a function that finds the most similar word of all tags, for a word that no tag has */
export function wordFinder(prepared: readonly PreparedTag[]) {
  const words = [...new Set(prepared.flatMap(({ folded }) => [...piecesOf(folded)].map(({ text }) => text)))];
  const texts = new SimilarTexts(words);
  return (word: string): string | undefined => {
    const wanted = foldTag(word);
    if (prepared.some(({ folded }) => folded.includes(wanted))) return undefined;
    const nearest = [...texts.find(wanted, TWO_TYPOS_LENGTH)].sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
    return nearest && words[nearest[0]];
  };
}
