/** By which date lists of posts are sorted, newest first. */

export const POST_ORDERS = ["published", "added", "edited"] as const;
export type PostOrder = (typeof POST_ORDERS)[number];

/** Whether a list can be in this order: words are found by relevance, and the search index has no date of an edit. */
export function canOrder(order: PostOrder, hasWords: boolean, hasTags: boolean): boolean {
  return !hasWords && !(hasTags && order === "edited");
}
