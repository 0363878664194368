/** Lists of posts and search in them. */
import { z } from "zod/mini";
import { PostHit, PostListItem, TaggedListItem } from "../entities/post.ts";
import { offset, searchText, tagList } from "../rules/offset.ts";
import { POST_ORDER_NAMES } from "../rules/sort-orders.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

/** An addition to the public API: the app filters out posts with muted tags, and its cards name the creators. */
export const With = z.optional(
  z.enum(["tags", "card"]).register(z.globalRegistry, {
    description: "Each post of the list also has its tags; with `card` its creator's name as well.",
  }),
);
/** An addition to the public API; by default each list has its usual date. */
const SortBy = z.optional(
  z.enum(POST_ORDER_NAMES).register(z.globalRegistry, {
    description: "Newest first by this date. Not with q, and with tag not by edited: 400.",
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
  topics: ["posts", "creators.listed", "linked_posts"],
  summary: "A creator's posts, newest first, 50 a page; with q by relevance.",
  params: CreatorParams,
  query: ListQuery,
  response: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listPosts = endpoint({
  method: "GET",
  path: "/v1/posts",
  access: "anyone",
  topics: ["posts", "totals", "creators.listed", "linked_posts"],
  summary:
    "All posts, newest first, 50 a page; with q by relevance. `count` can be paged to, `true_count` is the whole.",
  query: ListQuery,
  response: z.object({
    count: z.int(),
    true_count: z.int(),
    /** With q, if some hits are only similar: number of exact hits, which come first. */
    exact: z.optional(z.int()),
    /** Found by the database, because the search engine does not answer; the counts then end with the next page. */
    fallback: z.optional(z.literal(true)),
    posts: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  }),
});
