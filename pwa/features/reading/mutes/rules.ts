/** Mutes, and matching list items against them. */
import { foldCase } from "#shared/text/fold-case.ts";
import { parseObject } from "../../../lib/parse-object.ts";

export const MODES = ["hide", "blur", "collapse"] as const;
export type Mode = (typeof MODES)[number];

export interface MutedCreator {
  service: string;
  id: string;
  /** Name at the time of muting. */
  name: string;
}

export interface Mutes {
  mode: Mode;
  creators: readonly MutedCreator[];
  tags: readonly string[];
  words: readonly string[];
  services: readonly string[];
}

export const NO_MUTES: Mutes = { mode: "hide", creators: [], tags: [], words: [], services: [] };

/** Properties of a list item that mutes are matched against. */
export interface Subject {
  service: string;
  /** The creator's id. */
  user: string;
  /** Title and excerpt as plain text. */
  text?: string;
  tags?: readonly string[] | null | undefined;
}

export type Reason = { kind: "creator" | "service" } | { kind: "tag" | "word"; word: string };
export type Matcher = (subject: Subject) => Reason | undefined;

type Kind = "free" | "katakana" | "hangul" | "letter" | undefined;

/** Kind of a character: scripts without spaces have no word boundaries; katakana words end at a change of script. */
function kindOf(character: string): Kind {
  if (character === "") return undefined;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(character))
    return "free";
  if (/[\p{sc=Katakana}ー]/u.test(character)) return "katakana";
  if (/\p{sc=Hangul}/u.test(character)) return "hangul";
  return /[\p{L}\p{N}\p{M}_]/u.test(character) ? "letter" : undefined;
}

/** True if two adjacent characters belong to one word. A combining mark belongs to the letter before it. */
function isOneWord(before: string, after: string): boolean {
  if (before !== "" && /\p{M}/u.test(after)) return true;
  const kind = kindOf(after);
  return kind !== undefined && kind !== "free" && kind === kindOf(before);
}

const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? "";
const firstOf = (text: string) => [...text.slice(0, 2)][0] ?? "";

/** True if a folded text contains a folded word as a whole word: "cat" is in "Cat!" and not in "scatter". */
export function holdsWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const startsWord = !isOneWord(lastOf(text.slice(0, at)), firstOf(word));
    // Korean particles follow words without a space.
    const endsWord = kindOf(lastOf(word)) === "hangul" || !isOneWord(lastOf(word), firstOf(text.slice(end)));
    if (startsWord && endsWord) return true;
  }
  return false;
}

/** Finds the first mute that matches: by origin before content. */
export function matcherOf({ creators, tags, words, services }: Mutes): Matcher {
  const users = new Set(creators.map(({ service, id }) => `${service}/${id}`));
  const muted = new Set(services);
  const named = new Set(tags.map(foldCase));
  const spoken = words.map((word) => ({ word, folded: foldCase(word) }));
  return ({ service, user, text = "", tags: own }) => {
    if (users.has(`${service}/${user}`)) return { kind: "creator" };
    if (muted.has(service)) return { kind: "service" };
    const tag = named.size === 0 ? undefined : own?.find((one) => named.has(foldCase(one)));
    if (tag !== undefined) return { kind: "tag", word: tag };
    const folded = spoken.length === 0 ? "" : foldCase(text);
    const found = spoken.find((one) => holdsWord(folded, one.folded));
    return found === undefined ? undefined : { kind: "word", word: found.word };
  };
}

/** Parses stored mutes, skipping invalid ones. */
export function parseMutes(text: string): Mutes | undefined {
  const raw = parseObject(text);
  if (raw === undefined) return undefined;
  const { mode, creators, tags, words, services } = raw;
  return {
    mode: MODES.find((known) => known === mode) ?? "hide",
    creators: listOf(creators).filter(isCreator),
    tags: listOf(tags).filter(isText),
    words: listOf(words).filter(isText),
    services: listOf(services).filter(isText),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function isCreator(value: unknown): value is MutedCreator {
  if (typeof value !== "object" || value === null) return false;
  const { service, id, name } = value as Record<string, unknown>;
  return isText(service) && isText(id) && typeof name === "string";
}
