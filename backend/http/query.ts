/** Parses query strings; rejects malformed ones. */
import { badInput } from "./errors.ts";

const MAX_PAIRS = 100;

export type RawQuery = Record<string, string | string[]>;

/**
 * Decodes `a=1&b=2` into values; repeated names in `repeats` become a list, for others the last value wins.
 * @throws HttpError 400 for broken percent-encoding, bytes that are not UTF-8, NUL, or too many names
 */
export function parseQuery(text: string, repeats: ReadonlySet<string>): RawQuery {
  const values = new Map<string, string | string[]>();
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (pairs.length > MAX_PAIRS) throw badInput("The query has too many parameters.");
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? "" : pair.slice(at + 1));
    const before = values.get(name);
    values.set(name, before !== undefined && repeats.has(name) ? [before, value].flat() : value);
  }
  // fromEntries defines own properties, so a parameter named __proto__ is a plain value.
  return Object.fromEntries(values);
}

function decode(text: string): string {
  return decodeText(text.replaceAll("+", " "));
}

/** @throws HttpError 400 for broken percent-encoding, bytes that are not UTF-8, or NUL */
export function decodeText(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw badInput("The address is not validly percent-encoded.");
  }
  if (decoded.includes("\0")) throw badInput("The address holds a NUL character.");
  return decoded;
}
