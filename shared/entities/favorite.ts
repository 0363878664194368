import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { CreatorRow } from "./creator.ts";
import { FullPost, PostListItem } from "./post.ts";

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
