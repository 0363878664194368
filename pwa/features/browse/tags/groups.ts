/** Groups tags by first letter and computes the weights of their chips. */
import type { TagCount } from "#shared/entities/creator.ts";
import { intlLocale } from "../../../i18n/index.ts";

export interface WeightedTag {
  tag: TagCount;
  /** 1 to 4, by the order of magnitude of its number of posts, relative to the tags shown. */
  weight: number;
}

export interface TagGroup {
  letter: string;
  tags: WeightedTag[];
}

const WEIGHTS = 4;
/** One group for digits, symbols and Han characters; grouping by Han character would give nearly one group per tag. */
const OTHER = "#";
const HAN = "漢";

export function byFirstLetter(tags: readonly TagCount[]): TagGroup[] {
  const collator = new Intl.Collator(intlLocale());
  const most = Math.max(2, ...tags.map(({ post_count }) => post_count));
  const groups = new Map<string, WeightedTag[]>();
  for (const tag of tags) {
    const letter = letterOf(tag.tag);
    const group = groups.get(letter) ?? [];
    const weight = 1 + Math.floor((Math.log(Math.max(1, tag.post_count)) / Math.log(most)) * (WEIGHTS - 1));
    group.push({ tag, weight });
    groups.set(letter, group);
  }
  return [...groups]
    .map(([letter, group]) => ({
      letter,
      tags: group.sort((a, b) => collator.compare(a.tag.tag, b.tag.tag)),
    }))
    .sort((a, b) => collator.compare(a.letter, b.letter));
}

function letterOf(tag: string): string {
  const [first = ""] = tag.normalize("NFKD").toUpperCase();
  if (/\p{Script=Han}/u.test(first)) return HAN;
  return /\p{L}/u.test(first) ? first : OTHER;
}
