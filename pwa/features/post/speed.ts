/** How fast everything plays, kept on the device. */
import { createSetting } from "../../lib/setting.ts";

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const speed = createSetting<number>(
  "media-speed",
  (text) => SPEEDS.find((known) => String(known) === text),
  1,
);

export const useSpeed = speed.use;

/** Every player on the page follows. */
export function chooseSpeed(value: number): void {
  speed.set(value);
  for (const media of document.querySelectorAll<HTMLMediaElement>("video, audio")) applySpeed(media);
}

export function applySpeed(media: HTMLMediaElement): void {
  media.playbackRate = speed.get();
}
