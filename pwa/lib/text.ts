/** Titles and excerpts for cards. */
import { plainText } from "#shared/text/plain-text.ts";
import { t } from "../i18n/initial.ts";

const CUT = 50;

/** Cuts to 50 characters plus three dots; surrogate pairs stay intact. */
export function cutTitle(text: string): string {
  const characters = [...text];
  return characters.length > CUT ? `${characters.slice(0, CUT).join("")}...` : text;
}

/** Name of a post in lists: its title, otherwise its first words, otherwise a placeholder. */
export function postTitle(post: { title: string; substring: string }): string {
  return cutTitle(post.title.trim() || plainText(post.substring) || t("posts.untitled"));
}
