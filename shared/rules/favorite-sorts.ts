/** How favorites are sorted. */
export const CREATOR_FAVORITE_SORTS = ["updated", "faved_seq", "last_imported"] as const;
export const POST_FAVORITE_SORTS = ["published", "faved_seq"] as const;
export type CreatorFavoriteSort = (typeof CREATOR_FAVORITE_SORTS)[number];
export type PostFavoriteSort = (typeof POST_FAVORITE_SORTS)[number];
