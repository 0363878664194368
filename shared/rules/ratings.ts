/** Ratings of creators, and the highest that a group of accounts sees. */

/** Ordered: who sees one sees those before it. Stored by position. */
export const RATINGS = ["everyone", "members", "adults"] as const;
export type Rating = (typeof RATINGS)[number];

export const MAX_RATING = RATINGS.length - 1;
