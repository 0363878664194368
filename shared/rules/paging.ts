/** Offsets and page sizes. */

export const PAGE_SIZE = 50;
/** Messages of a chat or community channel. */
export const CHAT_PAGE_SIZE = 150;
/** Search and plain lists of all posts reach this many rows; `true_count` is the real total. */
export const MAX_REACHABLE = 50_000;

/** The message for an offset between pages, or undefined where the offset is fine. */
export function offsetProblem(offset: number, size: number): string | undefined {
  return offset % size === 0 ? undefined : `Offset ${offset} is not a multiple of ${size}.`;
}

/** The message for an offset past the end; exactly at the end is an empty page, not a fault. */
export function pastEndProblem(offset: number, total: number): string | undefined {
  return offset > total ? `Offset ${offset} is bigger than total count ${total}.` : undefined;
}
