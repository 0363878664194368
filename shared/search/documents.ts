/** Documents of each Meilisearch index. `key` is the primary key; `verify` compares `digest` to find stale documents. */
import { z } from "zod/mini";

export { MARK_END, MARK_START, TEXT_LIMIT } from "./highlight.ts";
export { INDEXES, type IndexName } from "./index-names.ts";

/**
 * Version of the content of documents. Raise it if documents of unchanged rows get other values: indexers then rebuild the
 * indexes. New attributes need no other version, as meili.json shows them.
 */
export const DOCUMENT_VERSION = 1;

const Base = {
  key: z.string(),
  digest: z.string(),
  /** Han, kana, hangul and emoji of the searched attributes (grams.ts). */
  grams: z.string(),
  /** Words of hangul in them as keys (hangul.ts). */
  hangul: z.string(),
  /** Other spellings of words in them (spellings.ts). */
  spellings: z.string(),
};

export const CreatorDocument = z.object({
  ...Base,
  service: z.string(),
  id: z.string(),
  name: z.string(),
  public_id: z.nullable(z.string()),
  /** Names it had before. */
  former: z.array(z.string()),
  /** Romanized names in kana, Han characters or hangul. */
  latin: z.string(),
  favorited: z.int(),
  /** Unix seconds. */
  updated: z.int(),
  post_count: z.int(),
  /** Position in RATINGS. */
  rating: z.int(),
});
export type CreatorDocument = z.infer<typeof CreatorDocument>;

export const PostDocument = z.object({
  ...Base,
  service: z.string(),
  user: z.string(),
  id: z.string(),
  title: z.string(),
  creator: z.string(),
  tags: z.array(z.string()),
  /** The content as plain text, cut at TEXT_LIMIT characters. */
  content: z.string(),
  /** Names of its files and of those in its archive files. */
  files: z.string(),
  /** Text in its images, cut at TEXT_LIMIT characters; empty for most. */
  pictures: z.string(),
  /** Grams, and other spellings with words of hangul as keys, of that text: below those of the post's own texts. */
  picture_grams: z.string(),
  picture_spellings: z.string(),
  /** Unix seconds; 0 when the post has no date. */
  published: z.int(),
  added: z.int(),
  fav_count: z.int(),
  /** Kinds of file the post holds, and whether it has a poll and visible comments. */
  has: z.array(z.string()),
  /** Extensions of its files, without dots. */
  ext: z.array(z.string()),
  /** Rating of its creator. */
  rating: z.int(),
});
export type PostDocument = z.infer<typeof PostDocument>;

export const DmDocument = z.object({
  ...Base,
  hash: z.string(),
  service: z.string(),
  user: z.string(),
  creator: z.string(),
  content: z.string(),
  published: z.int(),
  added: z.int(),
  /** Rating of its creator. */
  rating: z.int(),
});
export type DmDocument = z.infer<typeof DmDocument>;

export const TagDocument = z.object({ ...Base, tag: z.string(), post_count: z.int() });
export type TagDocument = z.infer<typeof TagDocument>;

/** A message of a chat server or of a community. */
export const MessageDocument = z.object({
  ...Base,
  kind: z.enum(["discord", "community"]),
  id: z.string(),
  channel: z.string(),
  content: z.string(),
  /** Unix seconds with fraction: chats are faster than a message a second. */
  published: z.number(),
});
export type MessageDocument = z.infer<typeof MessageDocument>;
