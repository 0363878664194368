/** What a page and the worker that holds the index say to each other. */
import type { TaggedListItem } from "#shared/entities/post.ts";

export interface DeviceQuestion {
  q: string;
  /** All of them, whole. */
  tags?: readonly string[] | undefined;
  /** Only posts of one creator: `service/creator`. */
  creator?: string | undefined;
  offset: number;
  limit: number;
}

export interface DevicePost {
  item: TaggedListItem;
  /** Name of the creator; empty where it is not on the device. */
  creator: string;
  /** With MARK_START and MARK_END around the words that match. */
  title: string;
  /** The same of the text around the first of them. */
  snippet: string;
}

export interface DeviceAnswer {
  posts: DevicePost[];
  /** Of all posts that match. */
  total: number;
  /** Of all posts on the device that can be found. */
  size: number;
}

/** `bringUp` asks for nothing: posts were stored, and the index is to follow. */
export type ToIndex = { id: number; question: DeviceQuestion } | { bringUp: true };
export type FromIndex =
  | { id: number; answer: DeviceAnswer }
  | { id: number; problem: string }
  /** Answers were given that did not know everything yet; now it is known. */
  | { changed: true };
