/** Reading history on this device: the post being read and recently opened pages. */
import { isPrivate } from "../../../lib/private-session.ts";
import { createSetting } from "../../../lib/setting.ts";

export interface Visit {
  /** Path and search string. */
  href: string;
  kind: "post" | "creator";
  service: string;
  title: string;
  /** Creator's name, for posts. */
  creator?: string | undefined;
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
}

const MAX_ENTRIES = 20;

export const reading = createSetting<ReadingEntry | undefined>("reading", parseEntry, undefined);
export const visits = createSetting<Visit[]>("visits", parseVisits, []);

/** Adds a visit, newest first, without duplicates. */
export function noteVisit(visit: Visit): void {
  if (isPrivate()) return;
  const rest = visits.get().filter(({ href }) => pathOf(href) !== pathOf(visit.href));
  visits.set([visit, ...rest].slice(0, MAX_ENTRIES));
}

/** Clears history and reading progress. */
export function clearHistory(): void {
  visits.set(undefined);
  reading.set(undefined);
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
