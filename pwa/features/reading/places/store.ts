/** Places in documents and books on this device. */
import { isPrivate } from "../../../lib/private-session.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

export interface BookPlace {
  /** Stored path of the file. */
  path: string;
  /** Key of the post it was opened from. */
  post: string;
  /** Index of the page or chapter. */
  at: number;
  /** Index of the element at the top of a chapter. */
  element?: number;
}

const STORED = "book-places";
/** Maximum number of places; the oldest are dropped. */
const MAX_PLACES = 200;

export function placeInBook(path: string): BookPlace | undefined {
  return places().find((place) => place.path === path);
}

export function keepPlaceInBook(place: BookPlace): void {
  if (isPrivate()) return;
  const rest = places().filter(({ path }) => path !== place.path);
  writeStored(STORED, JSON.stringify([place, ...rest].slice(0, MAX_PLACES)));
}

export function forgetPlacesInBooks(isForgotten: (place: BookPlace) => boolean): void {
  const before = places();
  const rest = before.filter((place) => !isForgotten(place));
  if (rest.length < before.length) writeStored(STORED, JSON.stringify(rest));
}

function places(): BookPlace[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return []; // invalid or truncated
  }
}

function isPlace(value: unknown): value is BookPlace {
  if (typeof value !== "object" || value === null) return false;
  const { path, post, at, element = 0 } = value as Partial<BookPlace>;
  const isIndex = (number: unknown) => Number.isInteger(number) && Number(number) >= 0;
  return typeof path === "string" && typeof post === "string" && isIndex(at) && isIndex(element);
}
