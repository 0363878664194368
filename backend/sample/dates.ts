/** Wire dates for the sample: whole seconds for `published`, six fractional digits otherwise. */
import type { Rng } from "./prng.ts";

const SECOND = 1000;
export const DAY = 86_400 * SECOND;
/** Latest date in the sample. */
export const SAMPLE_END = Date.UTC(2026, 10, 16);
export const SAMPLE_START = Date.UTC(2021, 0, 9);

/** Whole seconds, without a zone. */
export function wholeIso(at: number): string {
  return new Date(Math.floor(at / SECOND) * SECOND).toISOString().slice(0, 19);
}

/** With six fractional digits that are never all zero. */
export function microIso(at: number, rng: Rng): string {
  return `${wholeIso(at)}.${String(rng.int(1, 999_999)).padStart(6, "0")}`;
}

/** Random moment on a day in [from, to), mostly in waking hours. */
export function momentBetween(from: number, to: number, rng: Rng): number {
  const day = Math.floor((from + rng.next() * Math.max(to - from - DAY, 0)) / DAY) * DAY;
  const hour = 7 + ((rng.next() + rng.next()) / 2) * 16;
  return day + Math.floor(hour * 3600) * SECOND;
}
