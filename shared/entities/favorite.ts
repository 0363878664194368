import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { CreatorRow } from "./creator.ts";
import { FullPost, PostListItem, TaggedListItem } from "./post.ts";

/** A favorite creator: exactly these nine keys, one client refuses any other. */
export const FavoriteCreator = z.extend(CreatorRow, {
  /** Grows with each favorite that is added. */
  faved_seq: z.int(),
  last_imported: Iso,
});
export type FavoriteCreator = z.infer<typeof FavoriteCreator>;

/** A favorite post, whole. */
export const FavoritePost = z.extend(FullPost, { faved_seq: z.int() });
export type FavoritePost = z.infer<typeof FavoritePost>;

/** The same in a page of cards. */
export const ListedFavoritePost = z.extend(PostListItem, { faved_seq: z.int() });
export type ListedFavoritePost = z.infer<typeof ListedFavoritePost>;

/** A creator with posts that are new. */
export const CreatorWithNews = z.object({
  id: z.string(),
  name: z.string(),
  service: CreatorRow.shape.service,
  /** New posts. */
  count: z.int(),
});
export type CreatorWithNews = z.infer<typeof CreatorWithNews>;

/** A new post of a favorite creator. */
export const NewPost = z.extend(PostListItem, { tags: TaggedListItem.shape.tags });
export type NewPost = z.infer<typeof NewPost>;
