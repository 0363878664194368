/** How the archive says that favorites have new posts (docs/decisions/0048-push.md). Also in the service worker, so without zod. */

export const PUSH_TIMINGS = ["at_once", "daily"] as const;

/** What a push says, encrypted for the device. */
export interface PushMessage {
  /** Of new posts, at least 1. */
  count: number;
}

/** One notification at a time: a later one takes its place. */
export const PUSH_TAG = "new-posts";
/** Cache with what the service worker shows, which has no catalogs: see `PushTexts`. */
export const PUSH_CACHE = "push-texts-1";
export const PUSH_TEXTS = "/push-texts";
/** Shown by a press on a notification. */
export const PUSH_PAGE = "/account/favorites/new";

/** In the reader's language. */
export interface PushTexts {
  title: string;
  /** By the number of new posts; the last is for more. */
  counts: string[];
}
