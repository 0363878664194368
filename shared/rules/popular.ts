/**
 * Calendar of popular posts: days, weeks starting on Tuesday, and months, in UTC. Dates are `YYYY-MM-DD`; a window
 * includes both ends, in whole microseconds, so neighbors never overlap.
 */

/** Popularity is counted from this Tuesday on; weeks are aligned to it. */
export const EARLIEST_POPULAR = "2022-02-01" as const;
/** Below the year 10000, so that the date after the last one still has four digits. */
const LATEST_POPULAR = "9998-12-31";
export const PERIODS = ["recent", "day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];
/** Number of ranked posts per window; `count` never exceeds it. */
export const MAX_POPULAR = 500;

export interface PopularWindow {
  /** First and last microsecond, in wire format. */
  min: string;
  max: string;
}

/** Order on the wire: previous, next, current. */
export type Navigation = [previous: string, next: string, current: string];

const DAY = 86_400_000;
const MINUTE = 60_000;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * Parses `YYYY-MM-DD` or a naive date with a time.
 * @returns undefined if it is invalid, does not exist, or is before the earliest date
 */
export function parsePopularDate(text: string): string | undefined {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)?$/.exec(text) ?? [];
  if (date === undefined || date < EARLIEST_POPULAR || date > LATEST_POPULAR) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && dateOf(time) === date ? date : undefined;
}

/** Message for an invalid date. */
export function popularDateProblem(text: string): string {
  return `Date ${text.slice(0, 40)} is not a day like 2026-09-04 from ${EARLIEST_POPULAR} on.`;
}

export function popularPeriodProblem(text: string): string {
  return `Period ${text.slice(0, 40)} is not one of ${PERIODS.join(", ")}.`;
}

/** Today in UTC. */
export function today(now: number): string {
  return dateOf(now);
}

/** First day of the window that contains the date; `recent` moves by days. */
export function windowStart(period: Period, date: string): string {
  if (period === "month") return `${date.slice(0, 7)}-01`;
  if (period !== "week") return date;
  const since = timeOf(date) - timeOf(EARLIEST_POPULAR);
  return dateOf(timeOf(EARLIEST_POPULAR) + Math.floor(since / (7 * DAY)) * 7 * DAY);
}

/** First days of the previous, next and current windows. */
export function navigation(period: Period, date: string): Navigation {
  const current = windowStart(period, date);
  if (period === "month") return [monthsFrom(current, -1), monthsFrom(current, 1), current];
  const length = period === "week" ? 7 : 1;
  return [daysFrom(current, -length), daysFrom(current, length), current];
}

/** Like `navigation`, limited to valid windows: at either end of the calendar the window links to itself. */
export function offeredNavigation(period: Period, date: string): Navigation {
  const [previous, next, current] = navigation(period, date);
  return [
    previous < EARLIEST_POPULAR ? EARLIEST_POPULAR : previous,
    next > LATEST_POPULAR ? LATEST_POPULAR : next,
    current,
  ];
}

/**
 * Window to rank. `recent` is the last 24 hours, up to the end of the minute so that pages of a list agree; with a date
 * it is the 24 hours up to the end of that date.
 * @param date absent means today
 * @param now milliseconds
 */
export function popularWindow(period: Period, date: string | undefined, now: number): PopularWindow {
  if (period === "recent" && date === undefined) {
    const end = (Math.floor(now / MINUTE) + 1) * MINUTE;
    return between(end - DAY, end);
  }
  const [, next, current] = navigation(period, date ?? today(now));
  return between(timeOf(current), timeOf(next));
}

/**
 * Text after "Popular Posts for": `September 04, 2026`, `September 01, 2026 to September 07, 2026`, `September 2026`,
 * `the last 24 hours`.
 */
export function popularRange(period: Period, date: string | undefined, now: number): string {
  if (period === "recent" && date === undefined) return "the last 24 hours";
  const [, next, current] = navigation(period, date ?? today(now));
  if (period === "month") return `${monthName(current)} ${current.slice(0, 4)}`;
  return period === "week" ? `${longDate(current)} to ${longDate(daysFrom(next, -1))}` : longDate(current);
}

function between(from: number, end: number): PopularWindow {
  return { min: seconds(from), max: `${seconds(end - 1000)}.999999` };
}

function seconds(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}

function longDate(date: string): string {
  return `${monthName(date)} ${date.slice(8)}, ${date.slice(0, 4)}`;
}

function monthName(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? "";
}

function daysFrom(date: string, days: number): string {
  return dateOf(timeOf(date) + days * DAY);
}

function monthsFrom(date: string, months: number): string {
  return dateOf(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1));
}

function timeOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
