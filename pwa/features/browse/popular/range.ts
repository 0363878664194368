/** Formats the period in the visitor's language; in English, as the server does. */
import { parseIso } from "#shared/rules/dates.ts";
import type { Period } from "#shared/rules/popular.ts";
import { intlLocale } from "../../../i18n/index.ts";

export interface PopularInfo {
  min_date: string;
  max_date: string;
  range_desc: string;
  scale: Period;
}

const MONTH = { timeZone: "UTC", year: "numeric", month: "long" } as const;

/** `September 04, 2026`, `September 01, 2026 to September 07, 2026`, `September 2026`. */
export function rangeText(info: PopularInfo): string {
  if (intlLocale() === "en") return info.range_desc;
  const format = new Intl.DateTimeFormat(
    intlLocale(),
    info.scale === "month" ? MONTH : { ...MONTH, day: "numeric" },
  );
  const [from, until] = [parseIso(info.min_date), parseIso(info.max_date)];
  return info.scale === "week" ? format.formatRange(from, until) : format.format(until);
}

/** Formats the month of a date, `YYYY-MM-DD`. */
export function monthText(date: string): string {
  return new Intl.DateTimeFormat(intlLocale(), MONTH).format(new Date(`${date}T00:00:00Z`));
}
