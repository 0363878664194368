/** Playback positions on this device. */
import { readStored, writeStored } from "../../lib/storage.ts";

export interface Place {
  /** What it is the place of: a video, or the playlist of a post. */
  key: string;
  /** The file that was playing. */
  path: string;
  seconds: number;
}

const STORED = "media-places";
/** The oldest are forgotten. */
const KEPT = 100;

export function recall(key: string): Place | undefined {
  return places().find((place) => place.key === key);
}

export function remember(place: Place): void {
  const rest = places().filter(({ key }) => key !== place.key);
  writeStored(STORED, JSON.stringify([place, ...rest].slice(0, KEPT)));
}

export function forget(key: string): void {
  const before = places();
  const rest = before.filter((place) => place.key !== key);
  if (rest.length < before.length) writeStored(STORED, JSON.stringify(rest));
}

function places(): Place[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return []; // not ours, or cut short
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { key, path, seconds } = value as Partial<Place>;
  return typeof key === "string" && typeof path === "string" && Number.isFinite(seconds);
}
