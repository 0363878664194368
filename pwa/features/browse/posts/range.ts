import { formatNumber, t } from "../../../i18n/initial.ts";

/** Which posts of how many a page shows; nothing for an empty page. */
export function rangeText(offset: number, shown: number, count: number, total: number): string {
  if (shown === 0) return "";
  return t(total > count ? "posts.rangeCut" : "posts.range", {
    from: formatNumber(offset + 1),
    to: formatNumber(offset + shown),
    total: formatNumber(total),
    count: formatNumber(count),
  });
}
