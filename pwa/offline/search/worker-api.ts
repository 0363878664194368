/** Interface of the offline search worker. */
import type { TaggedListItem } from "#shared/entities/post.ts";
import type { SetDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";

export interface OfflineQuery {
  q: string;
  /** Whole tags, all required. */
  tags?: readonly string[] | undefined;
  /** Only posts of these creators (`service/creator`). Without words and tags all of their posts match. */
  creators?: readonly string[] | undefined;
  offset: number;
  limit: number;
}

export interface OfflineHit {
  item: TaggedListItem;
  /** Creator's name; empty if not stored. */
  creator: string;
  /** With MARK_START and MARK_END around matching words. */
  title: string;
  /** Text around the first match, marked the same way. */
  snippet: string;
  /** The snippet is text in an image of the post. */
  inImage?: true;
}

export interface OfflineResults {
  posts: OfflineHit[];
  /** Number of all matches. */
  total: number;
  /** Number of indexed posts. */
  size: number;
}

export interface SearchMethods {
  setDeviceKey: SetDeviceKey;
  find: (query: OfflineQuery) => Promise<OfflineResults>;
  /** Indexes posts stored since the last update. */
  update: () => Promise<void>;
}

export interface SearchEvents {
  /** Earlier results came from an outdated index; now it is up to date. */
  changed: undefined;
}
