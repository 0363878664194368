/** Formats sizes of files and images. */
import { formatNumber, intlLocale } from "../i18n/index.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const SHORT = ["", "kB", "MB", "GB"];

/** `1.2 MB`, localized. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  // Same in English and Chinese; used by library cards, because the first Intl formatter is slow (`formatNumber`).
  if (power > 0 && value < 999.95 && /^(en|zh)/.test(intlLocale()))
    return `${Math.round(value * 10) / 10} ${SHORT[power]}`;
  return formatNumber(value, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short", // short would give "20 byte"
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}

/** Width and height of an image in pixels: `1,200 × 800`; undefined if they are not known. */
export function formatPixels(width: number | null, height: number | null): string | undefined {
  return width === null || height === null ? undefined : `${formatNumber(width)} × ${formatNumber(height)}`;
}
