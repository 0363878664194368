/** Tags by their first letters, each with the weight its chip has. */
import type { TagCount } from "#shared/entities/creator.ts";
import { intlLocale } from "../../../i18n/index.ts";

export interface WeightedTag {
  tag: TagCount;
  /** 1 to 4, by the order of magnitude of its posts among those shown. */
  weight: number;
}

export interface TagGroup {
  letter: string;
  tags: WeightedTag[];
}

const WEIGHTS = 4;
/** Digits and signs have one group, and so have Han characters, of which nearly every tag has another. */
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
