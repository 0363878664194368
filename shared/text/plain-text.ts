/** Plain text of HTML; without a DOM, for the server and for workers. */
import { TEXT_LIMIT } from "../search/highlight.ts";

// Inline elements: every other tag separates words.
const INLINE = /^<\/?(a|abbr|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)[\s/>]/i;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi;
const CUT_ENTITY = /&(#\d*|#x[0-9a-f]*|[a-z]{0,6})$/i;
// Private-use characters: two of them are the marks around matched words, none has a meaning in search.
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
// All but single spaces, which stay.
const WHITE_SPACE = /\s{2,}|[^\S ]/g;

/** Sanitized HTML, which may be cut anywhere, as plain text of at most `limit` characters. Linear in its length. */
export function plainText(html: string, limit = TEXT_LIMIT): string {
  const text = html.includes("<") ? removeTags(html) : html;
  return cleanText(text.includes("&") ? decodeEntities(text.replace(CUT_ENTITY, "")) : text, limit);
}

/** Text with single spaces and without private-use characters, of at most `limit` characters. */
export function cleanText(text: string, limit = TEXT_LIMIT): string {
  const clean = text.replace(PRIVATE_USE, "").replace(WHITE_SPACE, " ").trim();
  if (clean.length <= limit) return clean;
  const isHalved = /[\ud800-\udbff]/.test(clean.charAt(limit - 1)); // not through a surrogate pair
  return clean.slice(0, isHalved ? limit - 1 : limit);
}

function removeTags(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf("<", at);
    const close = open < 0 ? -1 : html.indexOf(">", open);
    parts.push(html.slice(at, open < 0 ? undefined : open));
    if (close < 0) return parts.join("");
    if (!INLINE.test(html.slice(open, Math.min(close + 1, open + 12)))) parts.push(" ");
    at = close + 1;
  }
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
