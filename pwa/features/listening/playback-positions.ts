/** Playback positions on this device. */
import { isPrivate } from "../../lib/private-session.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export interface PlaybackPosition {
  /** Key of a video, or of a post's playlist. */
  key: string;
  /** Path of the file that was playing. */
  path: string;
  seconds: number;
}

const STORED = "media-places";
/** Maximum number of positions; the oldest are dropped. */
const MAX_POSITIONS = 100;

export function recall(key: string): PlaybackPosition | undefined {
  return positions().find((position) => position.key === key);
}

export function remember(position: PlaybackPosition): void {
  if (isPrivate()) return;
  const rest = positions().filter(({ key }) => key !== position.key);
  writeStored(STORED, JSON.stringify([position, ...rest].slice(0, MAX_POSITIONS)));
}

export function forget(key: string): void {
  forgetPlaybackPositions((position) => position.key === key);
}

export function forgetPlaybackPositions(isForgotten: (position: PlaybackPosition) => boolean): void {
  const before = positions();
  const rest = before.filter((position) => !isForgotten(position));
  if (rest.length < before.length) writeStored(STORED, JSON.stringify(rest));
}

function positions(): PlaybackPosition[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return []; // invalid or truncated
  }
}

function isPosition(value: unknown): value is PlaybackPosition {
  if (typeof value !== "object" || value === null) return false;
  const { key, path, seconds } = value as Partial<PlaybackPosition>;
  return typeof key === "string" && typeof path === "string" && Number.isFinite(seconds);
}
