/** Offsets and page sizes. */

export const PAGE_SIZE = 50;
/** Messages per page of a chat or community channel. */
export const CHAT_PAGE_SIZE = 150;
/** Maximum offset of search and lists of all posts; `true_count` is the real total. */
export const MAX_REACHABLE = 50_000;

/** Message for an offset that is not a multiple of the page size; undefined if it is valid. */
export function offsetProblem(offset: number, size: number): string | undefined {
  return offset % size === 0 ? undefined : `Offset ${offset} is not a multiple of ${size}.`;
}

/** Message for an offset past the end; an offset exactly at the end is a valid empty page. */
export function pastEndProblem(offset: number, total: number): string | undefined {
  return offset > total ? `Offset ${offset} is bigger than total count ${total}.` : undefined;
}
