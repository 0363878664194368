/** Formats durations. */
import { formatNumber } from "../i18n/index.ts";

/** `4 min`: rounded up to one unit, because it is an estimate. @param seconds */
export function formatDuration(seconds: number): string {
  const [value, unit] =
    seconds < 60 ? [seconds, "second"] : seconds < 3600 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  return formatNumber(Math.ceil(value as number), {
    style: "unit",
    unit: unit as string,
    unitDisplay: "short",
  });
}
