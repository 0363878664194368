import { describe, expect, test } from "vitest";
import { isZone } from "#backend/config.ts";
import { toUtc, utcOfMailDate, utcOfMilliseconds, utcOfSeconds } from "./dates.ts";

describe("dates of downloads", () => {
  test.each([
    ["2024-05-01T14:03:00.5+02:00", "2024-05-01T12:03:00.500000"],
    ["2024-05-01T14:03:00+0900", "2024-05-01T05:03:00"],
    ["2024-05-01T14:03:00Z", "2024-05-01T14:03:00"],
    ["2024-05-01 14:03:00.000+00:00", "2024-05-01T14:03:00"],
    ["2024-05-01 14:03:00", "2024-05-01T05:03:00"],
    ["2024-05-01T14:03", "2024-05-01T05:03:00"],
    ["2024-05-01", "2024-04-30T15:00:00"],
    ["2024-05-01T14:03:00.1234567", "2024-05-01T05:03:00.123456"],
    ["yesterday", undefined],
    ["2024-13-01", undefined],
    ["", undefined],
    ["+012024-05-01T00:00:00Z", undefined],
  ])("%s in Tokyo is %s", (text, utc) => expect(toUtc(text, "Asia/Tokyo")).toBe(utc));

  test("the hour that summer time repeats is the first of the two, the one it skips lies after it", () => {
    expect(toUtc("2024-10-27 02:30:00", "Europe/Berlin")).toBe("2024-10-27T00:30:00");
    expect(toUtc("2024-03-31 02:30:00", "Europe/Berlin")).toBe("2024-03-31T01:30:00");
  });

  test("numbers and mail dates", () => {
    expect(utcOfSeconds(1_709_553_600)).toBe("2024-03-04T12:00:00");
    expect(utcOfMilliseconds(1_709_553_600_250)).toBe("2024-03-04T12:00:00.250000");
    expect(utcOfSeconds(Number.NaN)).toBeUndefined();
    expect(utcOfMailDate("Mon, 04 Mar 2024 21:00:00 +0900")).toBe("2024-03-04T12:00:00");
    expect(utcOfMailDate("no date")).toBeUndefined();
  });

  test("a zone is checked by its name", () => {
    expect(isZone("Asia/Tokyo")).toBe(true);
    expect(isZone("Asia/Nowhere")).toBe(false);
  });
});
