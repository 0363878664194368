/** Lists of posts, and search in them. */
import { z } from "zod/mini";
import { PostHit, PostListItem, TaggedListItem } from "../entities/post.ts";
import { offset, searchText, tagList } from "../rules/offset.ts";
import { POST_ORDER_NAMES } from "../rules/sort-orders.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

/** Addition to the public API: the app filters out posts with muted tags, and its cards show creator names. */
export const With = z.optional(
  z.enum(["tags", "card"]).register(z.globalRegistry, {
    description: "Adds tags to each post of the list; `card` also adds its creator's name.",
  }),
);
/** Addition to the public API; each list has its own default date. */
const SortBy = z.optional(
  z.enum(POST_ORDER_NAMES).register(z.globalRegistry, {
    description: "Newest first by this date. 400 with q, and for `edited` with tag.",
  }),
);
const ListQuery = z.object({
  o: offset(),
  q: searchText(2),
  tag: tagList,
  with: With,
  sort_by: SortBy,
});

export const listCreatorPosts = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/posts",
  access: "anyone",
  topics: ["posts", "creators.listed", "linked_posts", "picture_sizes", "media_details"],
  summary: "Posts of a creator, newest first, 50 per page; with q by relevance.",
  params: CreatorParams,
  query: ListQuery,
  response: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listPosts = endpoint({
  method: "GET",
  path: "/v1/posts",
  access: "anyone",
  topics: ["posts", "totals", "creators.listed", "linked_posts", "picture_sizes", "media_details"],
  summary:
    "All posts, newest first, 50 per page; with q by relevance. `count` limits paging, `true_count` is the total.",
  query: ListQuery,
  response: z.object({
    count: z.int(),
    true_count: z.int(),
    /** With q, if some hits are only similar: number of exact hits, which come first. */
    exact: z.optional(z.int()),
    /**
     * Results come from the database, because the search engine is unavailable: titles, tags and names only. The counts end
     * with the next page.
     */
    fallback: z.optional(z.literal(true)),
    posts: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  }),
});
