/** Converts dates written by downloaders to the naive UTC dates of records (`2024-05-01T12:00:00`, six digits for fractions of a second). */
import { Temporal } from "temporal-polyfill";

/**
 * @param text ISO 8601, with a space or a T: with an offset or Z, or in local time; a date without time means midnight
 * @param zone IANA name of the zone of local times; ignored if the text has an offset
 * @returns undefined if it is not a date
 */
export function toUtc(text: string, zone: string): string | undefined {
  const iso = text.trim();
  if (!/^\d/.test(iso)) return undefined; // an exception costs more than the whole function
  try {
    const instant =
      iso.includes(":") && OFFSET.test(iso)
        ? Temporal.Instant.from(iso)
        : Temporal.PlainDateTime.from(iso).toZonedDateTime(zone).toInstant();
    return naive(instant);
  } catch {
    return undefined;
  }
}

/** @returns undefined if the number is not a date */
export function utcOfSeconds(seconds: number): string | undefined {
  return utcOfMilliseconds(seconds * 1000);
}

/** @returns undefined if the number is not a date */
export function utcOfMilliseconds(milliseconds: number): string | undefined {
  const date = new Date(Math.round(milliseconds));
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  if (!YEARS.test(text)) return undefined;
  return text.endsWith(".000Z") ? text.slice(0, -5) : `${text.slice(0, -1)}000`;
}

/** Converts the date of a mail header: `Fri, 01 Mar 2024 12:00:00 +0900` (RFC 2822). @returns undefined if it is not one */
export function utcOfMailDate(text: string): string | undefined {
  return utcOfMilliseconds(Date.parse(text));
}

/** Offset after the time of day. */
const OFFSET = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const YEARS = /^\d{4}-/;

function naive(instant: Temporal.Instant): string | undefined {
  const { epochNanoseconds, epochMilliseconds } = instant;
  if (epochNanoseconds % 1_000_000n === 0n) return utcOfMilliseconds(epochMilliseconds);
  const text = instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1);
  return YEARS.test(text) ? text : undefined;
}
