/** Completions of the term being typed: keys of the query language, and values of a key. */
import { FILE_TYPES } from "#shared/rules/file-types.ts";
import { SEARCH_SORT_NAMES } from "#shared/rules/sort-orders.ts";
import { HAS, printValue } from "#shared/search/query.ts";
import { SERVICES, serviceInfo } from "#shared/services/index.ts";

const KEYS = ["tag", "creator", "person", "service", "has", "ext", "before", "after", "sort"] as const;
export type Key = (typeof KEYS)[number];
const EXTENSIONS = FILE_TYPES.map(({ extensions: [ext] }) => ext.slice(1));
/** Minimum number of typed letters; with fewer, too many words match a key. */
const KEY_FROM = 2;
const MAX_COMPLETIONS = 8;

/** The term that ends at the caret. */
export interface Term {
  /** Start in the text. */
  start: number;
  end: number;
  minus: string;
  /** Undefined while the key is being typed. */
  key: string | undefined;
  /** Earlier values of the key, each with its separator. */
  before: string;
  /** Typed part of the value, or the word that may become a key. */
  typed: string;
}

export interface Completion {
  label: string;
  /** Completed term. */
  term: string;
  /** Number of posts that match. */
  count?: number;
}

/** @returns undefined if no term is being typed, as after a space or in a phrase, and for unsupported keys */
export function termAt(text: string, caret: number, keys: readonly string[] = KEYS): Term | undefined {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(text[at] ?? "")) start = at + 1;
  }
  const rest = /^[^\s"|]*/.exec(text.slice(caret))?.[0] ?? "";
  const term = text.slice(start, caret);
  const { minus, key, before, quote, typed } = partsOf(term);
  if (term === "" || (key === undefined && quote !== "")) return undefined;
  const isKnown = key === undefined || keys.includes(key.toLowerCase());
  const end = caret + rest.length;
  return isKnown ? { start, end, minus, key: key?.toLowerCase(), before, typed } : undefined;
}

const NO_PARTS = { minus: "", key: undefined, before: "", quote: "", typed: "" };

/** Splits `-key:a|"b c"|typed`. @returns empty parts if quotes are not where values begin and end */
function partsOf(term: string): Pick<Term, "minus" | "key" | "before" | "typed"> & { quote: string } {
  const minus = term.startsWith("-") ? "-" : "";
  const key = /^[a-z]+(?=:)/i.exec(term.slice(minus.length))?.[0];
  const from = key === undefined ? minus.length : minus.length + key.length + 1;
  const last = key === undefined ? from : lastValueAt(term, from);
  const quote = term[last] === '"' ? '"' : "";
  const typed = term.slice(last + quote.length);
  return typed.includes('"') ? NO_PARTS : { minus, key, before: term.slice(from, last), quote, typed };
}

/** Start of the last of the values that bars separate. */
function lastValueAt(term: string, from: number): number {
  for (let start = from; ; ) {
    const isQuoted = term[start] === '"';
    const bar = isQuoted ? term.indexOf('"', start + 1) + 1 : term.indexOf("|", start);
    if (bar <= 0 || term[bar] !== "|" || (!isQuoted && /[\s"]/.test(term.slice(start, bar)))) return start;
    start = bar + 1;
  }
}

/** Completes keys and fixed values; tags and creators are completed elsewhere. */
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

/** Replaces the typed value of a term. */
export function withValue({ minus, key = "", before }: Term, value: string): string {
  return `${minus}${key}:${before}${printValue(value)}`;
}

/** Replaces the term by the completion. @returns the text and the caret position */
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
