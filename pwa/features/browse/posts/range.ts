import { formatNumber, t } from "../../../i18n/initial.ts";

/** Range of posts on a page, and the total; empty for an empty page. */
export function rangeText(offset: number, shown: number, count: number, total: number): string {
  if (shown === 0) return "";
  return t(total > count ? "posts.rangeCut" : "posts.range", {
    from: formatNumber(offset + 1),
    to: formatNumber(offset + shown),
    total: formatNumber(total),
    count: formatNumber(count),
  });
}
