/** What can be put in for the term that is being typed: keys of the query language, and values of a key. */

import { SEARCH_SORT_NAMES } from "#shared/rules/sort-orders.ts";
import { HAS, printValue } from "#shared/search/query.ts";
import { SERVICES, serviceInfo } from "#shared/services/index.ts";

const KEYS = ["tag", "creator", "person", "service", "has", "ext", "before", "after", "sort"] as const;
export type Key = (typeof KEYS)[number];
const EXTENSIONS = [
  "jpg",
  "png",
  "gif",
  "webp",
  "mp4",
  "webm",
  "mp3",
  "wav",
  "zip",
  "rar",
  "7z",
  "psd",
  "clip",
  "pdf",
];
/** Letters of a key before it is offered: fewer begin too many words. */
const KEY_FROM = 2;
const MAX_COMPLETIONS = 8;

/** The term that ends at the caret. */
export interface Term {
  /** Where it starts in the text. */
  start: number;
  end: number;
  minus: string;
  /** Undefined while the key is being typed. */
  key: string | undefined;
  /** Values of it that stand before this one, each with its bar. */
  before: string;
  /** Of the value, or of the word that may become a key. */
  typed: string;
}

export interface Completion {
  label: string;
  /** What the term becomes. */
  term: string;
  /** Of the posts that have it. */
  count?: number;
}

/** `-key:a|"b c"|typed` */
const TERM = /^(-?)(?:([a-z]+):((?:(?:"[^"]*"|[^\s"|]*)\|)*))?("?)([^"]*)$/iu;

/** @returns undefined where nothing is being typed, such as after a space or in a phrase, and for other keys than these */
export function termAt(text: string, caret: number, keys: readonly string[] = KEYS): Term | undefined {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(text[at] ?? "")) start = at + 1;
  }
  const rest = /^[^\s"|]*/.exec(text.slice(caret))?.[0] ?? "";
  const term = text.slice(start, caret);
  const [, minus = "", key, before = "", quote = "", typed = ""] = TERM.exec(term) ?? [];
  if (term === "" || (key === undefined && quote !== "")) return undefined;
  const isKnown = key === undefined || keys.includes(key.toLowerCase());
  const end = caret + rest.length;
  return isKnown ? { start, end, minus, key: key?.toLowerCase(), before, typed } : undefined;
}

/** Keys and fixed values. Tags and creators are looked up elsewhere. */
export function fixedCompletions(term: Term, keys: readonly string[] = KEYS): Completion[] {
  const { key, typed, minus } = term;
  const wanted = typed.toLowerCase();
  if (key === undefined) {
    if (wanted.length < KEY_FROM) return [];
    return keys
      .filter((one) => one.startsWith(wanted))
      .map((one) => ({
        label: `${one}:`,
        term: `${minus}${one}:`,
      }));
  }
  return valuesOf(key)
    .filter(([value, name]) => value.startsWith(wanted) || name.toLowerCase().startsWith(wanted))
    .filter(([value]) => value !== wanted)
    .slice(0, MAX_COMPLETIONS)
    .map(([value, name]) => ({ label: name, term: withValue(term, value) }));
}

function valuesOf(key: string): [value: string, name: string][] {
  const same = (values: readonly string[]) => values.map((value): [string, string] => [value, value]);
  if (key === "service") return SERVICES.map((service) => [service, serviceInfo(service).title]);
  if (key === "has") return same(HAS);
  if (key === "ext") return same(EXTENSIONS);
  if (key === "sort") return same(SEARCH_SORT_NAMES);
  return [];
}

/** The term with a value in place of the typed one. */
export function withValue({ minus, key = "", before }: Term, value: string): string {
  return `${minus}${key}:${before}${printValue(value)}`;
}

/** The text with the completion in place of the term, and where the caret then is. */
export function completed(
  text: string,
  { start, end }: Term,
  { term }: Completion,
): { text: string; caret: number } {
  const after = text.slice(end).replace(/^"?\s*/, "");
  const isWhole = !term.endsWith(":") && !after.startsWith("|");
  const put = term + (isWhole ? " " : "");
  return { text: text.slice(0, start) + put + after, caret: start + put.length };
}
