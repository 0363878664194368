import { expect, test } from "vitest";
import { day, dayAndTime, distance, machineDate } from "./dates.ts";

const NOW = Date.parse("2026-03-15T12:00:00Z");

test("dates are written as sent, and for machines with their zone", () => {
  expect(day("2024-05-01T23:59:59")).toBe("2024-05-01");
  expect(dayAndTime("2024-05-01T23:59:59.123456")).toBe("2024-05-01 23:59:59");
  expect(machineDate("2024-05-01T23:59:59.123456")).toBe("2024-05-01T23:59:59.123Z");
  expect(machineDate("2024-05-01")).toBe("2024-05-01");
});

test.each([
  ["2026-03-15T11:59:30", { count: 0, unit: "second" }],
  ["2026-03-15T11:58:00", { count: -2, unit: "minute" }],
  ["2026-03-15T02:00:00", { count: -10, unit: "hour" }],
  ["2026-03-14T11:00:00", { count: -1, unit: "day" }],
  ["2026-03-05T12:00:00", { count: -1, unit: "week" }],
  ["2026-01-01T00:00:00", { count: -2, unit: "month" }],
  ["2021-03-01T00:00:00", { count: -5, unit: "year" }],
  ["2026-03-18T13:00:00", { count: 3, unit: "day" }],
  ["2026-03-15", { count: 0, unit: "day" }],
  ["2026-03-14", { count: -1, unit: "day" }],
  ["2025-03-14", { count: -1, unit: "year" }],
])("%s is as far away as its largest whole unit", (iso, expected) => {
  expect(distance(iso, NOW)).toEqual(expected);
});
