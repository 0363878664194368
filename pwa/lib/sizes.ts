/** Sizes of files as people read them. */
import { formatNumber, intlLocale } from "../i18n/index.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const SHORT = ["", "kB", "MB", "GB"];

/** `1.2 MB`, as the language writes it. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  // Written alike in both; cards of the library show it, and the first formatter is slow (`formatNumber`).
  if (power > 0 && value < 999.95 && /^(en|zh)/.test(intlLocale()))
    return `${Math.round(value * 10) / 10} ${SHORT[power]}`;
  return formatNumber(value, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short", // "20 byte" otherwise
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
