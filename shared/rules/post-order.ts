/** Date by which lists of posts are sorted, newest first. */

export const POST_ORDERS = ["published", "added", "edited"] as const;
export type PostOrder = (typeof POST_ORDERS)[number];

/** True if a list supports this order: word searches are sorted by relevance, and the search index has no edit date. */
export function canOrder(order: PostOrder, hasWords: boolean, hasTags: boolean): boolean {
  return !hasWords && !(hasTags && order === "edited");
}
