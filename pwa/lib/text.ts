/** Titles and excerpts as cards show them. */
import { t } from "../i18n/initial.ts";

const CUT = 50;

/** At most 50 characters, then three dots; surrogate pairs stay whole. */
export function cutTitle(text: string): string {
  const characters = [...text];
  return characters.length > CUT ? `${characters.slice(0, CUT).join("")}...` : text;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Readable text of an HTML fragment that may be cut anywhere, to be shown as text only. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/&[a-z#0-9]*$/i, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A post's name in lists: its title, else its first words, else the words for none. */
export function postTitle(post: { title: string; substring: string }): string {
  return cutTitle(post.title.trim() || plainText(post.substring) || t("posts.untitled"));
}
