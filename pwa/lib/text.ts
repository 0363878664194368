/** Titles and excerpts for cards. */
import { t } from "../i18n/index.ts";

const CUT = 50;

/** Cuts to 50 characters plus three dots; surrogate pairs stay intact. */
export function cutTitle(text: string): string {
  const characters = [...text];
  return characters.length > CUT ? `${characters.slice(0, CUT).join("")}...` : text;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Text of a possibly truncated HTML fragment; only ever shown as text. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/&[a-z#0-9]*$/i, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Name of a post in lists: its title, otherwise its first words, otherwise a placeholder. */
export function postTitle(post: { title: string; substring: string }): string {
  return cutTitle(post.title.trim() || plainText(post.substring) || t("posts.untitled"));
}
