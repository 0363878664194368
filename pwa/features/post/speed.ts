/** How fast everything plays, kept on the device. */
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../lib/storage.ts";

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const STORED = "media-speed";
const listeners = new Set<() => void>();
let chosen: number | undefined;

function speed(): number {
  if (chosen !== undefined) return chosen;
  const stored = Number(readStored(STORED));
  chosen = SPEEDS.find((known) => known === stored) ?? 1;
  return chosen;
}

/** Every player on the page follows. */
export function chooseSpeed(value: number): void {
  chosen = value;
  writeStored(STORED, String(value));
  for (const media of document.querySelectorAll<HTMLMediaElement>("video, audio")) applySpeed(media);
  for (const listener of listeners) listener();
}

export function applySpeed(media: HTMLMediaElement): void {
  media.playbackRate = speed();
}

export function useSpeed(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, speed);
}
