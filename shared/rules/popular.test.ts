import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  EARLIEST_POPULAR,
  navigation,
  PERIODS,
  type Period,
  parsePopularDate,
  popularRange,
  popularWindow,
  windowStart,
} from "./popular.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-09-04T17:20:31.250Z");
const LAST = Date.parse("2150-01-01T00:00:00Z");
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const days = fc
  .integer({ min: 0, max: (LAST - Date.parse(`${EARLIEST_POPULAR}T00:00:00Z`)) / DAY })
  .map((n) => dateOf(Date.parse(`${EARLIEST_POPULAR}T00:00:00Z`) + n * DAY));
const scales = fc.constantFrom<Period>("recent", "day", "week", "month");
const micros = (iso: string) =>
  BigInt(Date.parse(`${iso.slice(0, 19)}Z`)) * 1000n + BigInt((iso.slice(20) || "0").padEnd(6, "0"));

describe("the captured answer of Friday 2026-09-04", () => {
  test("navigation is previous, next, current", () => {
    expect(navigation("week", "2026-09-04")).toEqual(["2026-08-25", "2026-09-08", "2026-09-01"]);
    expect(navigation("day", "2026-09-04")).toEqual(["2026-09-03", "2026-09-05", "2026-09-04"]);
    expect(navigation("recent", "2026-09-04")).toEqual(navigation("day", "2026-09-04"));
    expect(navigation("month", "2026-09-04")).toEqual(["2026-08-01", "2026-10-01", "2026-09-01"]);
  });

  test("windows end with the last microsecond", () => {
    expect(popularWindow("day", "2026-09-04", NOW)).toEqual({
      min: "2026-09-04T00:00:00",
      max: "2026-09-04T23:59:59.999999",
    });
    expect(popularWindow("week", "2026-09-04", NOW)).toEqual({
      min: "2026-09-01T00:00:00",
      max: "2026-09-07T23:59:59.999999",
    });
    expect(popularWindow("month", "2026-09-04", NOW).max).toBe("2026-09-30T23:59:59.999999");
    expect(popularWindow("day", undefined, NOW)).toEqual(popularWindow("day", "2026-09-04", NOW));
  });

  test("recent is 24 hours: up to this minute, or up to the end of a date", () => {
    expect(popularWindow("recent", undefined, NOW)).toEqual({
      min: "2026-09-03T17:21:00",
      max: "2026-09-04T17:20:59.999999",
    });
    expect(popularWindow("recent", "2026-09-01", NOW)).toEqual(popularWindow("day", "2026-09-01", NOW));
  });

  test("ranges in words", () => {
    expect(PERIODS.map((period) => popularRange(period, "2026-09-04", NOW))).toEqual([
      "September 04, 2026",
      "September 04, 2026",
      "September 01, 2026 to September 07, 2026",
      "September 2026",
    ]);
    expect(popularRange("recent", undefined, NOW)).toBe("the last 24 hours");
    expect(popularRange("week", "2024-12-31", NOW)).toBe("December 31, 2024 to January 06, 2025");
  });
});

test("months of every length, over the turn of the year", () => {
  expect(navigation("month", "2024-02-29")).toEqual(["2024-01-01", "2024-03-01", "2024-02-01"]);
  expect(navigation("month", "2025-12-31")).toEqual(["2025-11-01", "2026-01-01", "2025-12-01"]);
  expect(popularWindow("month", "2024-02-10", NOW).max).toBe("2024-02-29T23:59:59.999999");
  expect(navigation("day", "9998-12-31")[1]).toBe("9999-01-01");
});

test.each([
  ["2026-09-04", "2026-09-04"],
  ["2026-09-04T00:00:00", "2026-09-04"],
  ["2026-09-04T23:59:59.999999", "2026-09-04"],
  ["2022-02-01", "2022-02-01"],
  ["2024-02-29", "2024-02-29"],
])("%s is a date", (text, date) => expect(parsePopularDate(text)).toBe(date));

test.each([
  "2022-01-31",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-9-4",
  "20260904",
  "yesterday",
  "2026-09-04Z",
  "2026-09-04T00:00:00Z",
  "9999-01-01",
  "12026-09-04",
  "２０２６-09-04",
  "",
])("%s is no date to ask for", (text) => expect(parsePopularDate(text)).toBeUndefined());

describe("for any date", () => {
  test("the windows of a scale tile the calendar without gap or overlap", () => {
    fc.assert(
      fc.property(days, scales, (date, period) => {
        const [, next] = navigation(period, date);
        const { min, max } = popularWindow(period, date, NOW);
        expect(micros(popularWindow(period, next, NOW).min)).toBe(micros(max) + 1n);
        expect(micros(min) <= micros(`${date}T12:00:00`) && micros(`${date}T12:00:00`) <= micros(max)).toBe(
          true,
        );
      }),
    );
  });

  test("next of previous and previous of next are where one was", () => {
    fc.assert(
      fc.property(days, scales, (date, period) => {
        const [previous, next, current] = navigation(period, date);
        expect(navigation(period, previous)[1]).toBe(current);
        expect(navigation(period, next)[0]).toBe(current);
        expect(navigation(period, current)[2]).toBe(current);
        expect(previous < current && current < next && current <= date && date < next).toBe(true);
      }),
    );
  });

  test("weeks begin on a Tuesday and last seven days", () => {
    fc.assert(
      fc.property(days, (date) => {
        const start = windowStart("week", date);
        expect(new Date(`${start}T00:00:00Z`).getUTCDay()).toBe(2);
        expect(Date.parse(navigation("week", date)[1]) - Date.parse(start)).toBe(7 * DAY);
      }),
    );
  });

  test("recent without a date is 24 hours around any moment, with the moment at its very end", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.parse("2022-02-02"), max: LAST }), (now) => {
        const { min, max } = popularWindow("recent", undefined, now);
        expect(micros(max) - micros(min)).toBe(BigInt(DAY) * 1000n - 1n);
        expect(micros(max) >= BigInt(now) * 1000n && micros(max) < BigInt(now + 60_000) * 1000n).toBe(true);
      }),
    );
  });
});
