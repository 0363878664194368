import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { CreatorRow } from "./creator.ts";
import { FullPost, PostListItem, TaggedListItem } from "./post.ts";

/** A favorite creator: exactly these nine keys, because one client rejects any other. */
export const FavoriteCreator = z.extend(CreatorRow, {
  /** Increases with each added favorite. */
  faved_seq: z.int(),
  last_imported: Iso,
});
export type FavoriteCreator = z.infer<typeof FavoriteCreator>;

/** A favorite post with all fields. */
export const FavoritePost = z.extend(FullPost, { faved_seq: z.int() });
export type FavoritePost = z.infer<typeof FavoritePost>;

/** A favorite post as a card. */
export const ListedFavoritePost = z.extend(PostListItem, { faved_seq: z.int() });
export type ListedFavoritePost = z.infer<typeof ListedFavoritePost>;

/** A creator with new posts. */
export const CreatorWithNews = z.object({
  id: z.string(),
  name: z.string(),
  service: CreatorRow.shape.service,
  /** Number of new posts. */
  count: z.int(),
});
export type CreatorWithNews = z.infer<typeof CreatorWithNews>;

/** A new post of a favorite creator. */
export const NewPost = z.extend(PostListItem, { tags: TaggedListItem.shape.tags });
export type NewPost = z.infer<typeof NewPost>;
