/** Names of the Meilisearch indexes. */
export const INDEXES = ["creators", "posts", "dms", "tags", "messages"] as const;
export type IndexName = (typeof INDEXES)[number];
