/** The query language: words, "phrases", -excluded, and conditions like tag:rain. Anything malformed is a word. */
import { extensionOf } from "../rules/files.ts";
import { SEARCH_SORTS } from "../rules/sort-orders.ts";
import { isService, type Service } from "../services/index.ts";

export interface Word {
  text: string;
  /** No typos. */
  isPhrase: boolean;
  isExcluded: boolean;
}

export const HAS = ["video", "image", "audio", "archive", "document", "comments", "poll"] as const;

/** Parsers of values by key: the printed form, or undefined for invalid values. */
const READ = {
  tag: (value: string) => (value.length <= 500 ? value : undefined),
  service: (value: string) => oneOf(value, isService),
  creator: (value: string) => (value.length <= 200 ? value : undefined),
  person: (value: string) => {
    const profile = profileOf(value);
    return profile && `${profile.service}/${profile.id}`;
  },
  has: (value: string) => oneOf(value, (known) => (HAS as readonly string[]).includes(known)),
  ext: (value: string) => extensionOf(`.${value.replace(/^\./, "")}`).slice(1) || undefined,
  before: (value: string) => (startOf(value) === undefined ? undefined : value),
  after: (value: string) => (startOf(value) === undefined ? undefined : value),
  sort: (value: string) => oneOf(value, (known) => Object.hasOwn(SEARCH_SORTS, known)),
} as const;
export type ConditionKey = keyof typeof READ;
/** Keys that cannot be excluded and take one value. */
const SINGLE = new Set<string>(["before", "after", "sort"]);

export interface Condition {
  key: ConditionKey;
  value: string;
  /** Alternatives, joined with OR. */
  or?: readonly string[];
  isExcluded: boolean;
}

export interface SearchQuery {
  words: Word[];
  conditions: Condition[];
}

/** `-key:a|"b c"`, `-key:"value"`, `"phrase"`, or text between white space and quotes. An unclosed quote is white space. */
const TOKEN =
  /(?<none>-?)(?<of>[a-z]+):(?<any>(?:"[^"]*"|[^\s"|]*)(?:\|(?:"[^"]*"|[^\s"|]*))+)|(?<minus>-?)(?<key>[a-z]+:)?"(?<quoted>[^"]*)"|[^\s"]+/giu;
const CONDITION = /^(-?)([a-z]+):(.+)$/iu;
/** Values separated by `|`, optionally quoted. */
const VALUES = /"([^"]*)"|[^"|]+/gu;
const PIECES = /"[^"]*"|[^"]+/gu;

/** Never fails. */
export function parseQuery(text: string): SearchQuery {
  const query: SearchQuery = { words: [], conditions: [] };
  parseInto(query, text.replace(/[“”]/g, '"'));
  return query;
}

function parseInto(query: SearchQuery, text: string): void {
  for (const { 0: token, groups = {} } of text.matchAll(TOKEN)) {
    const { any, of = "", none, quoted, minus = "", key = "" } = groups;
    if (any !== undefined) addAnyOf(query, token, { key: of, any, isExcluded: none === "-" });
    else if (quoted === undefined) addToken(query, token);
    else addQuoted(query, { minus, key, text: oneSpaced(quoted) });
  }
}

const oneSpaced = (text: string) => text.trim().replace(/\s+/g, " ");

/** All words, if one of the values is invalid. */
function addAnyOf(
  query: SearchQuery,
  token: string,
  { key, any, isExcluded }: { key: string; any: string; isExcluded: boolean },
): void {
  const values = [...any.matchAll(VALUES)]
    .map(([value, quoted]) => (quoted === undefined ? value : oneSpaced(quoted)))
    .filter((value) => value !== "");
  if (add(query.conditions, key, values, isExcluded)) return;
  if (token.includes('"')) for (const [piece] of token.matchAll(PIECES)) parseInto(query, piece);
  else addWord(query, token);
}

function addToken(query: SearchQuery, token: string): void {
  const [, minus = "", key = "", value = ""] = CONDITION.exec(token) ?? [];
  if (!add(query.conditions, key, [value], minus !== "")) addWord(query, token);
}

function addWord({ words }: SearchQuery, token: string): void {
  const isExcluded = token.length > 1 && token.startsWith("-");
  words.push({ text: isExcluded ? token.slice(1) : token, isPhrase: false, isExcluded });
}

function addQuoted(
  query: SearchQuery,
  { minus, key, text }: { minus: string; key: string; text: string },
): void {
  if (key !== "") {
    if (text !== "" && add(query.conditions, key.slice(0, -1), [text], minus !== "")) return;
    addToken(query, minus + key);
    if (text !== "") query.words.push({ text, isPhrase: true, isExcluded: false });
  } else if (text !== "") query.words.push({ text, isPhrase: true, isExcluded: minus !== "" });
}

/** @returns whether it is a condition. The last order counts; a repeated condition or value counts once. */
function add(conditions: Condition[], name: string, texts: readonly string[], isExcluded: boolean): boolean {
  const key = name.toLowerCase();
  if (!isKey(key) || (SINGLE.has(key) && (isExcluded || texts.length > 1))) return false;
  const values = texts.map(READ[key]);
  if (!values.every((value) => value !== undefined)) return false;
  const [value, ...or] = new Set(values);
  if (value === undefined) return false;
  const condition = { key, value, ...(or.length > 0 && { or }), isExcluded };
  const printed = printCondition(condition);
  const at = conditions.findIndex((one) =>
    key === "sort" ? one.key === key : printCondition(one) === printed,
  );
  if (at >= 0) conditions.splice(at, 1);
  conditions.push(condition);
  return true;
}

const isKey = (key: string): key is ConditionKey => Object.hasOwn(READ, key);

function oneOf(value: string, isKnown: (value: string) => boolean): string | undefined {
  const lower = value.toLowerCase();
  return isKnown(lower) ? lower : undefined;
}

/** Words in the form of a condition whose key or value is unknown, such as `color:red` or `has:sound`; addresses are none. */
export function unknownConditions({ words }: SearchQuery): string[] {
  return words
    .filter(({ text, isPhrase }) => !isPhrase && CONDITION.test(text) && !text.includes("://"))
    .map(printWord);
}

/** The query as text that parses to the same one. */
export function printQuery({ words, conditions }: SearchQuery): string {
  return [...words.map(printWord), ...conditions.map(printCondition)].join(" ");
}

export function printWord({ text, isPhrase, isExcluded }: Word): string {
  return `${isExcluded ? "-" : ""}${isPhrase ? `"${text}"` : text}`;
}

export function printCondition(condition: Condition): string {
  return `${condition.isExcluded ? "-" : ""}${condition.key}:${valuesOf(condition).map(printValue).join("|")}`;
}

export const printValue = (value: string) => (/[\s|]/.test(value) ? `"${value}"` : value);

/** Any of them fulfills the condition. */
export const valuesOf = ({ value, or = [] }: Pick<Condition, "value" | "or">): [string, ...string[]] => [
  value,
  ...or,
];

/** The one creator that `service/id` names, as `creator:` and `person:` take it. */
export function profileOf(value: string): { service: Service; id: string } | undefined {
  const slash = value.indexOf("/");
  const service = value.slice(0, Math.max(0, slash)).toLowerCase();
  const id = value.slice(slash + 1);
  return isService(service) && id !== "" && value.length <= 200 ? { service, id } : undefined;
}

/** Unix seconds at which a year, month or day begins (UTC): 2024, 2024-05, 2024-05-31. */
export function startOf(date: string): number | undefined {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`);
  return isReal ? at.getTime() / 1000 : undefined;
}
