/** Page buttons to show (five on each side of the current one). */
import { PAGE_SIZE } from "#shared/rules/paging.ts";

const EACH_SIDE = 5;

export interface PageWindow {
  current: number;
  total: number;
  pages: number[];
}

/** Pages start at 1; an empty list has one page. */
export function pageWindow(offset: number, count: number, size: number = PAGE_SIZE): PageWindow {
  const total = Math.max(1, Math.ceil(count / size));
  const current = Math.min(total, Math.floor(offset / size) + 1);
  const length = Math.min(total, 2 * EACH_SIDE + 1);
  const first = Math.max(1, Math.min(current - EACH_SIDE, total - length + 1));
  return { current, total, pages: Array.from({ length }, (_, index) => first + index) };
}

/** Offset of a page; undefined for the first, which keeps its URL clean. */
export function pageOffset(page: number, size: number = PAGE_SIZE): string | undefined {
  return page <= 1 ? undefined : String((page - 1) * size);
}
