/** Pages of a channel, counted from the first or the last message. */
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";

export type Order = "oldest" | "newest";

/** Offset of the newest page. */
export function lastOffset(count: number, order: Order = "oldest"): number {
  return order === "newest" ? 0 : offsetOf(Math.max(1, count));
}

/** Offset of the page with a message. @param seq position, from 1 */
export function offsetOf(seq: number): number {
  return Math.floor((seq - 1) / CHAT_PAGE_SIZE) * CHAT_PAGE_SIZE;
}

/** Numbers of the oldest and newest message of a page, counted from the channel's first. */
export function rangeOf(offset: number, shown: number, count: number, order: Order): [number, number] {
  return order === "oldest" ? [offset + 1, offset + shown] : [count - offset - shown + 1, count - offset];
}

/** Offset of the page with a message. @param number counted from the channel's first message */
export function offsetOfNumber(number: number, count: number, order: Order): number {
  return offsetOf(order === "oldest" ? number : Math.max(1, count - number + 1));
}

export interface Steps {
  /** Offset of the older page; undefined if there is none. */
  older: number | undefined;
  newer: number | undefined;
}

export function stepsFrom(offset: number, count: number, order: Order = "oldest"): Steps {
  const down = offset > 0 ? Math.max(0, offset - CHAT_PAGE_SIZE) : undefined;
  const up = offset + CHAT_PAGE_SIZE < count ? offset + CHAT_PAGE_SIZE : undefined;
  return order === "oldest" ? { older: down, newer: up } : { older: up, newer: down };
}
