/** Limit that allows a collection to be shown, saved and sent with a link as a whole. */
export const MAX_POSTS = 1_000;
/** In characters. */
export const MAX_NAME_LENGTH = 100;
