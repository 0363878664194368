/** Sizes of files as people read them. */
import { formatNumber } from "../i18n/index.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** `1.2 MB`, as the language writes it. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return formatNumber(bytes / 1000 ** power, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short", // "20 byte" otherwise
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
