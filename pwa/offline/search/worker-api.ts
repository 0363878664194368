/** Interface of the worker of the offline search index. */
import type { TaggedListItem } from "#shared/entities/post.ts";

export interface OfflineQuery {
  q: string;
  /** All of them, whole. */
  tags?: readonly string[] | undefined;
  /** Only posts of these: `service/creator` of each. Without words and tags they are all found. */
  creators?: readonly string[] | undefined;
  offset: number;
  limit: number;
}

export interface OfflineHit {
  item: TaggedListItem;
  /** Name of the creator; empty where it is not stored. */
  creator: string;
  /** With MARK_START and MARK_END around the words that match. */
  title: string;
  /** The same of the text around the first of them. */
  snippet: string;
}

export interface OfflineResults {
  posts: OfflineHit[];
  /** Number of posts that match. */
  total: number;
  /** Number of indexed posts. */
  size: number;
}

export interface SearchMethods {
  find: (query: OfflineQuery) => Promise<OfflineResults>;
  /** Indexes posts stored since the last time. */
  update: () => Promise<void>;
}

export interface SearchEvents {
  /** Results were given before the index was up to date; now it is. */
  changed: undefined;
}
