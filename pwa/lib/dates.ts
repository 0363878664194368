/** Dates as the screens show them: YYYY-MM-DD, with the time where the hour matters (spec section 9). */
import { parseIso } from "#shared/rules/dates.ts";

/** Day of a wire date, as sent (UTC). */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

/** `YYYY-MM-DD HH:mm:ss` (UTC). */
export function dayAndTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** Value for `<time datetime>`. */
export function machineDate(iso: string): string {
  return parseIso(iso).toISOString();
}
