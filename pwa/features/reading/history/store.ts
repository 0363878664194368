/** Reading history on this device: the post being read and recently opened pages. */
import { isPrivate } from "../../../lib/private-session.ts";
import { createSetting } from "../../../lib/setting.ts";
import { forgetPlacesInBooks } from "../places/store.ts";

export interface Visit {
  /** Path and search string. */
  href: string;
  kind: "post" | "creator";
  service: string;
  title: string;
  /** Creator's name, for posts. */
  creator?: string | undefined;
  /** Part of a long text that was read, from 0 to 1. */
  part?: number | undefined;
}

export interface ReadingEntry extends Visit {
  /** Milliseconds since 1970. */
  at: number;
  /** Stored path of the card's picture. */
  picture?: string | undefined;
  /** Last viewed image: path, number from 1, and total. */
  image?: string | undefined;
  number?: number | undefined;
  total?: number | undefined;
  /** The image was open in the viewer. */
  isOpen?: boolean | undefined;
  /** Scroll position in pixels. */
  y: number;
  /** Minutes left of a long text. */
  minutesLeft?: number | undefined;
}

const MAX_ENTRIES = 20;

export const reading = createSetting<ReadingEntry | undefined>("reading", parseEntry, undefined);
export const visits = createSetting<Visit[]>("visits", parseVisits, []);

/** Adds a visit, newest first, without duplicates; keeps the place in its text. */
export function noteVisit(visit: Visit): void {
  if (isPrivate()) return;
  const rest = visits.get().filter(({ href }) => pathOf(href) !== pathOf(visit.href));
  const part = placeOf(visit.href);
  visits.set([{ ...visit, ...(part === undefined ? {} : { part }) }, ...rest].slice(0, MAX_ENTRIES));
}

/** Notes how far a visited post was read. */
export function notePlace(href: string, part: number): void {
  if (isPrivate()) return;
  const known = visits.get();
  visits.set(known.map((visit) => (pathOf(visit.href) === pathOf(href) ? { ...visit, part } : visit)));
}

/** Part of a visited post's text that was read. */
export function placeOf(href: string): number | undefined {
  const part = visits.get().find((visit) => pathOf(visit.href) === pathOf(href))?.part;
  return Number.isFinite(part) ? part : undefined;
}

/** Clears history and reading progress. */
export function clearHistory(): void {
  visits.set(undefined);
  reading.set(undefined);
  forgetPlacesInBooks(() => true);
}

const pathOf = (href: string) => href.split("?")[0];

function isVisit(value: unknown): value is Visit {
  if (typeof value !== "object" || value === null) return false;
  const { href, kind, service, title } = value as Partial<Visit>;
  const isOwn = typeof href === "string" && /^\/(?!\/)/.test(href);
  return (
    isOwn &&
    (kind === "post" || kind === "creator") &&
    typeof service === "string" &&
    typeof title === "string"
  );
}

function parseVisits(text: string): Visit[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter(isVisit) : undefined;
}

function parseEntry(text: string): ReadingEntry | undefined {
  const value = parseJson(text);
  if (!isVisit(value)) return undefined;
  const { at, y } = value as Partial<ReadingEntry>;
  return Number.isFinite(at) && Number.isFinite(y) ? (value as ReadingEntry) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // invalid or truncated
  }
}
