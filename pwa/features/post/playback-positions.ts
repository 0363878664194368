/** Playback positions on this device. */
import { isPrivate } from "../../lib/private-session.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export interface PlaybackPosition {
  /** What it is the position of: a video, or the playlist of a post. */
  key: string;
  /** The file that was playing. */
  path: string;
  seconds: number;
}

const STORED = "media-places";
/** The oldest are forgotten. */
const KEPT = 100;

export function recall(key: string): PlaybackPosition | undefined {
  return positions().find((position) => position.key === key);
}

export function remember(position: PlaybackPosition): void {
  if (isPrivate()) return;
  const rest = positions().filter(({ key }) => key !== position.key);
  writeStored(STORED, JSON.stringify([position, ...rest].slice(0, KEPT)));
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
    return []; // not ours, or cut short
  }
}

function isPosition(value: unknown): value is PlaybackPosition {
  if (typeof value !== "object" || value === null) return false;
  const { key, path, seconds } = value as Partial<PlaybackPosition>;
  return typeof key === "string" && typeof path === "string" && Number.isFinite(seconds);
}
