/** Search string of the popular posts; the server validates dates, periods and offsets. */
import { one } from "../../../lib/list-search.ts";

export interface PopularSearch {
  date?: string | undefined;
  period?: string | undefined;
  o?: string | undefined;
}

/** Removes the default period. */
export function toPopularSearch(raw: Record<string, unknown>): PopularSearch {
  const search: PopularSearch = {};
  const [date, period, o] = [one(raw.date), one(raw.period), one(raw.o)];
  if (date !== undefined) search.date = date;
  if (period !== undefined && period !== "recent") search.period = period;
  if (o !== undefined) search.o = o;
  return search;
}
