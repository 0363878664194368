/** Plain text of posts for the index and hits, computed without a DOM because it runs in a worker. */
import { MARK_END, MARK_START, TEXT_LIMIT } from "#shared/search/highlight.ts";

// Inline tags; all other tags separate words.
const INLINE = /^<\/?(a|abbr|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)[\s/>]/i;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, "g");

/** Converts sanitized, possibly truncated HTML to plain text; very long texts are cut. */
export function plainText(html: string): string {
  return html
    .slice(0, TEXT_LIMIT * 2)
    .replace(/<[^<>]*(>|$)/g, (tag) => (INLINE.test(tag) ? "" : " "))
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    .replace(MARKS, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TEXT_LIMIT);
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
