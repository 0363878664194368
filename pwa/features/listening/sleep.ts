/** Pauses playback after a while, or at the end of a track. */
import { createStore } from "../../lib/create-store.ts";
import { pause } from "./playback.ts";

const MINUTES = [15, 30, 45, 60] as const;
const MINUTE_MS = 60_000;

/** `track` ends with the track that plays. */
export type SleepChoice = "off" | "track" | `${(typeof MINUTES)[number]}`;
export const SLEEP_CHOICES: readonly SleepChoice[] = [
  "off",
  "track",
  ...MINUTES.map((minutes) => `${minutes}` as const),
];

export const sleepChoice = createStore<SleepChoice>("off");
let timer: ReturnType<typeof setTimeout> | undefined;

export function chooseSleep(choice: SleepChoice): void {
  clearTimeout(timer);
  sleepChoice.set(choice);
  if (choice === "off" || choice === "track") return;
  timer = setTimeout(() => {
    pause();
    sleepChoice.set("off");
  }, Number(choice) * MINUTE_MS);
}

/** Call at the end of a track. @returns true if the next one may start */
export function goesOn(): boolean {
  if (sleepChoice.get() !== "track") return true;
  sleepChoice.set("off");
  return false;
}
