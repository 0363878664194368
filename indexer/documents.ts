/** From rows to documents: keys, digests and plain text. */
import { createHash, hash } from "node:crypto";
import { TEXT_LIMIT } from "#shared/search/documents.ts";

/** Key of an outbox row; `service` is empty for tags and DMs. */
export interface RowKey {
  service: string;
  id: string;
}

/** A row as it goes to the engine: one line of JSON, or the reason why it cannot go. */
export type Built = RowKey & { key: string } & (
    | { line: string; digest: string; owner: string; refused?: undefined }
    | { refused: string; line?: undefined; digest?: undefined; owner?: undefined }
  );

const SAFE = /^[A-Za-z0-9_-]{1,300}$/;
/** 360 bytes are 480 characters of base64. */
const LONGEST_ENCODED = 360;

/**
 * The engine's primary key of a row: within its alphabet and its 511 bytes for any id, and never the same for two.
 * Service names are letters only, so what follows them marks the form: `-` the id as it is, `_` base64url of it.
 * A very long id is hashed; its key is longer than any base64 form, so the two cannot meet.
 */
export function keyOf(service: string, id: string): string {
  if (SAFE.test(id)) return `${service}-${id}`;
  const bytes = Buffer.from(id, "utf8");
  if (bytes.length <= LONGEST_ENCODED) return `${service}_${bytes.toString("base64url")}`;
  return `${service}_${"_".repeat(440)}${createHash("sha256").update(bytes).digest("base64url")}`;
}

/**
 * Gives a document its key and digest and makes a line of it.
 * @param owner the creator whose documents are all on one server; a row that is of none is its own
 */
export function finish(
  row: RowKey,
  fields: Record<string, unknown>,
  owner = `${row.service}/${row.id}`,
): Built {
  const key = keyOf(row.service, row.id);
  const json = JSON.stringify({ key, ...fields });
  const digest = hash("sha256", json, "base64url").slice(0, 16);
  return {
    service: row.service,
    id: row.id,
    key,
    digest,
    owner,
    line: `${json.slice(0, -1)},"digest":"${digest}"}`,
  };
}

/** A row that must not be pushed, with the reason for the quarantine. */
export function refuse(row: RowKey, refused: string): Built {
  return { service: row.service, id: row.id, key: keyOf(row.service, row.id), refused };
}

/** Builds one row; an error in one row quarantines that row, not the batch. */
export function buildEach<R extends RowKey>(rows: readonly R[], build: (row: R) => Built): Built[] {
  return rows.map((row) => {
    try {
      return build(row);
    } catch (error) {
      return refuse(row, `could not be built: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

// Inline elements: every other tag separates words.
const INLINE = /^<\/?(a|abbr|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)[\s/>]/i;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
// Private-use characters: two of them are the marks around matched words, none has a meaning in search.
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
// All but single spaces, which stay as they are.
const WHITE_SPACE = /\s{2,}|[^\S ]/g;

/** Sanitized HTML as plain text: tags out, entities decoded, white space folded, cut at TEXT_LIMIT. Linear in its length. */
export function plainText(html: string): string {
  return cleanText(html.includes("<") ? withoutTags(html) : html, true);
}

/** Plain text as it may be searched: folded, without private-use characters, cut at `limit`. */
export function cleanText(text: string, entities = false, limit = TEXT_LIMIT): string {
  const decoded = entities && text.includes("&") ? decode(text) : text;
  const folded = decoded.replace(PRIVATE_USE, "").replace(WHITE_SPACE, " ").trim();
  if (folded.length <= limit) return folded;
  const halved = /[\ud800-\udbff]/.test(folded.charAt(limit - 1)); // not through a surrogate pair
  return folded.slice(0, halved ? limit - 1 : limit);
}

function withoutTags(html: string): string {
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

function decode(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
