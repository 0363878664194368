import { afterAll, expect, test } from "vitest";
import { LOCALES } from "#shared/rules/locales.ts";
import { i18n } from "../i18n/locale.ts";
import { formatSize } from "./sizes.ts";

afterAll(() => i18n.activate("en"));

test.each(Object.keys(LOCALES))("sizes in %s are as the platform writes them", (locale) => {
  i18n.load(locale, {});
  i18n.activate(locale);
  for (const [unit, factor] of [
    ["kilobyte", 1e3],
    ["megabyte", 1e6],
    ["gigabyte", 1e9],
  ] as const) {
    const format = new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 });
    for (const value of [1, 1.04, 1.05, 1.15, 1.25, 1.96, 9.95, 12.34, 99.95, 100.5, 999.94, 999.949])
      expect(formatSize(value * factor)).toBe(format.format((value * factor) / factor));
  }
});

test("a size just below the next unit is rounded as the platform does", () => {
  expect(formatSize(999_960)).toBe("1,000 kB");
  expect(formatSize(1)).toBe("1 byte");
});
