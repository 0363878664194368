/** Formats dates for screens: YYYY-MM-DD, with the time if it matters, or relative. */
import { parseIso } from "#shared/rules/dates.ts";
import { createSetting, oneOf } from "./setting.ts";

export const DATE_STYLES = ["absolute", "relative"] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

export const dateStyle = createSetting<DateStyle>("dates", oneOf(DATE_STYLES), "absolute", {
  ssr: "sent",
});

/** Day of a wire date (UTC). */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

/** `YYYY-MM-DD HH:mm:ss` (UTC); a date without time stays as it is. */
export function dayAndTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** Value for `<time datetime>`. */
export function machineDate(iso: string): string {
  return iso.length === 10 ? iso : parseIso(iso).toISOString();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", YEAR],
  ["month", MONTH],
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

/** Distance from `now` in the largest fitting unit; a date without time is never below days. */
export function distance(iso: string, now: number): { count: number; unit: Intl.RelativeTimeFormatUnit } {
  if (iso.length === 10) {
    const days = (Date.parse(iso) - Math.floor(now / DAY) * DAY) / DAY;
    if (Math.abs(days) < 7) return { count: days, unit: "day" };
  }
  const passed = Date.parse(machineDate(iso)) - now;
  const [unit, length] = UNITS.find(([, span]) => Math.abs(passed) >= span) ?? [
    "second",
    Number.POSITIVE_INFINITY,
  ];
  // Less than a minute counts as now.
  return { count: Math.trunc(passed / length) + 0, unit };
}
