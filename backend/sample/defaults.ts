/** The sample that the first start loads. */
export const DEFAULT_POSTS = 760;
export const DEFAULT_SEED = "first light";
