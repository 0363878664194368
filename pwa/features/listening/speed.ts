/** Playback speed of all players, stored on the device and set in any player's menu. */
import { createSetting } from "../../lib/setting.ts";

/** Range of speeds offered by players. */
const SLOWEST = 0.25;
const FASTEST = 4;

const valid = (value: number) => (value >= SLOWEST && value <= FASTEST ? value : undefined);

const speed = createSetting<number>("media-speed", (text) => valid(Number(text)), 1);

/** Applies to all players on the page. */
export function chooseSpeed(value: number): void {
  if (valid(value) === undefined || value === speed.get()) return;
  speed.set(value);
  for (const media of document.querySelectorAll<HTMLMediaElement>("video, audio")) applySpeed(media);
}

export function applySpeed(media: HTMLMediaElement): void {
  if (media.playbackRate !== speed.get()) media.playbackRate = speed.get();
}
