/** Finding tags by a part of them. */
import type { TagCount } from "#shared/entities/creator.ts";

/** Lower case, no accents, one width. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
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
