/** Pages of a channel, counted from its first message. */
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";

/** Offset of the newest page. */
export function lastOffset(count: number): number {
  return offsetOf(Math.max(1, count));
}

/** Offset of the page that holds the message with this place, from 1. */
export function offsetOf(seq: number): number {
  return Math.floor((seq - 1) / CHAT_PAGE_SIZE) * CHAT_PAGE_SIZE;
}

export interface Steps {
  /** Offset to go to, undefined where there is nothing. */
  older: number | undefined;
  newer: number | undefined;
}

export function stepsFrom(offset: number, count: number): Steps {
  return {
    older: offset > 0 ? Math.max(0, offset - CHAT_PAGE_SIZE) : undefined,
    newer: offset + CHAT_PAGE_SIZE < count ? offset + CHAT_PAGE_SIZE : undefined,
  };
}
