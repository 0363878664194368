/**
 * Push notifications of new posts of favorites (docs/decisions/0048-push.md). Used by the service worker, so without
 * zod.
 */

export const PUSH_TIMINGS = ["at_once", "daily"] as const;

/** Payload of a push message, encrypted for the device. */
export interface PushMessage {
  /** Number of new posts, at least 1. */
  count: number;
}

/** A later notification replaces an earlier one. */
export const PUSH_TAG = "new-posts";
/** Cache with the texts for the service worker, which has no catalogs: see `PushTexts`. */
export const PUSH_CACHE = "push-texts-1";
export const PUSH_TEXTS = "/push-texts";
/** Opened by a click on a notification. */
export const PUSH_PAGE = "/account/favorites/new";

/** In the user's language. */
export interface PushTexts {
  title: string;
  /** By number of new posts; the last one is for more. */
  counts: string[];
}
