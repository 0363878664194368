/** How fast everything plays, kept on the device; chosen in the menu of any player. */
import { createSetting } from "../../lib/setting.ts";

/** What players offer lies between. */
const SLOWEST = 0.25;
const FASTEST = 4;

const valid = (value: number) => (value >= SLOWEST && value <= FASTEST ? value : undefined);

const speed = createSetting<number>("media-speed", (text) => valid(Number(text)), 1);

/** Every player on the page follows. */
export function chooseSpeed(value: number): void {
  if (valid(value) === undefined || value === speed.get()) return;
  speed.set(value);
  for (const media of document.querySelectorAll<HTMLMediaElement>("video, audio")) applySpeed(media);
}

export function applySpeed(media: HTMLMediaElement): void {
  if (media.playbackRate !== speed.get()) media.playbackRate = speed.get();
}
