/** Finding tags by a part of them. */
import type { TagCount } from "#shared/entities/creator.ts";
import { MAX_EXACT, MAX_SIMILAR, SimilarTexts } from "../../../offline/search/similar.ts";
import { piecesOf } from "../../../offline/search/tokenize.ts";

/** Two typos from so many letters on, in words that are not found with those of the search engine. */
const TWO_FROM = 5;

/** Lower case, no accents, one width, and one space for what stands between words: the search takes all spellings for one tag. */
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

/** Tags that hold the text, in the order they came; those that begin with it first. */
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

/** @returns finds tags with nearly the text, the nearest first, then as they came; none where `exact` are enough */
export function similarFinder(prepared: readonly PreparedTag[]) {
  let texts: SimilarTexts | undefined; // made when first needed
  return (text: string, exact: readonly TagCount[]): TagCount[] => {
    if (text.trim() === "" || exact.length > MAX_EXACT) return [];
    texts ??= new SimilarTexts(prepared.map(({ folded }) => folded));
    const isExact = new Set(exact);
    return [...texts.find(fold(text))]
      .map(([number, cost]) => ({ number, cost, tag: prepared[number]!.tag }))
      .filter(({ tag }) => !isExact.has(tag))
      .sort((a, b) => a.cost - b.cost || a.number - b.number)
      .slice(0, MAX_SIMILAR)
      .map(({ tag }) => tag);
  };
}

/** @returns finds the word of a tag that is most like one that is in none, folded */
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
