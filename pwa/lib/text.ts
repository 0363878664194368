/** Titles and excerpts as cards show them. */
import { plainText } from "#shared/text/plain-text.ts";
import { t } from "../i18n/initial.ts";

const CUT = 50;

/** At most 50 characters, then three dots; surrogate pairs stay whole. */
export function cutTitle(text: string): string {
  const characters = [...text];
  return characters.length > CUT ? `${characters.slice(0, CUT).join("")}...` : text;
}

/** A post's name in lists: its title, else its first words, else the words for none. */
export function postTitle(post: { title: string; substring: string }): string {
  return cutTitle(post.title.trim() || plainText(post.substring) || t("posts.untitled"));
}
