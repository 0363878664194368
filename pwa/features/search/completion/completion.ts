/** What can be put in for the term that is being typed: keys of the query language, and values of a key. */
import { PAYSITES, SERVICES } from "#shared/paysites/index.ts";
import { HAS, SEARCH_SORTS } from "#shared/search/query.ts";

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
const MOST = 8;

/** The term that ends at the caret. */
export interface Term {
  /** Where it starts in the text. */
  start: number;
  end: number;
  minus: string;
  /** Undefined while the key is being typed. */
  key: string | undefined;
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

/** @returns undefined where nothing is being typed, such as after a space or in a phrase, and for other keys than these */
export function termAt(text: string, caret: number, keys: readonly string[] = KEYS): Term | undefined {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(text[at] ?? "")) start = at + 1;
  }
  const rest = /^[^\s"]*/.exec(text.slice(caret))?.[0] ?? "";
  const term = text.slice(start, caret);
  const [, minus = "", key, quote = "", typed = ""] = /^(-?)(?:([a-z]+):)?("?)([^"]*)$/iu.exec(term) ?? [];
  if (term === "" || (key === undefined && quote !== "")) return undefined;
  const isKnown = key === undefined || keys.includes(key.toLowerCase());
  return isKnown ? { start, end: caret + rest.length, minus, key: key?.toLowerCase(), typed } : undefined;
}

/** Keys and fixed values. Tags and creators are looked up elsewhere. */
export function fixedCompletions({ key, typed, minus }: Term, keys: readonly string[] = KEYS): Completion[] {
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
    .slice(0, MOST)
    .map(([value, name]) => ({ label: name, term: termOf(minus, key, value) }));
}

function valuesOf(key: string): [value: string, name: string][] {
  const same = (values: readonly string[]) => values.map((value): [string, string] => [value, value]);
  if (key === "service") return SERVICES.map((service) => [service, PAYSITES[service].title]);
  if (key === "has") return same(HAS);
  if (key === "ext") return same(EXTENSIONS);
  if (key === "sort") return same(SEARCH_SORTS);
  return [];
}

export function termOf(minus: string, key: string, value: string): string {
  return `${minus}${key}:${/\s/.test(value) ? `"${value}"` : value}`;
}

/** The text with the completion in place of the term, and where the caret then is. */
export function completed(
  text: string,
  { start, end }: Term,
  { term }: Completion,
): { text: string; caret: number } {
  const isWhole = !term.endsWith(":");
  const after = text.slice(end).replace(/^"?\s*/, "");
  const put = term + (isWhole ? " " : "");
  return { text: text.slice(0, start) + put + after, caret: start + put.length };
}
