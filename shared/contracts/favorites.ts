/** Favorite creators and posts. */
import { z } from "zod/mini";
import {
  CreatorWithNews,
  FavoriteCreator,
  FavoritePost,
  ListedFavoritePost,
  NewPost,
} from "../entities/favorite.ts";
import { Iso } from "../rules/dates.ts";
import { FavoritesFile, INVALID_ORDER, INVALID_SORT, UNKNOWN_SORT } from "../rules/favorites.ts";
import { offset } from "../rules/offset.ts";
import {
  type CreatorFavoriteSort,
  DEFAULT_FAVORITE_SORT,
  FAVORITE_SORTS,
  type PostFavoriteSort,
} from "../rules/sort-orders.ts";
import { endpoint } from "./endpoint.ts";

const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  problem: string,
  description: string,
) =>
  z
    .pipe(
      z.optional(z.union([z.literal(""), z.enum(values)], { error: problem })),
      z.transform((value): T[number] | undefined => (value === "" ? undefined : value)),
    )
    .register(z.globalRegistry, { description, type: "string", enum: [...values] });

type Sort = CreatorFavoriteSort | PostFavoriteSort;
const ALL_SORTS = [...new Set<Sort>([...FAVORITE_SORTS.creator, ...FAVORITE_SORTS.post])] as [
  Sort,
  ...Sort[],
];

const Order = oneOf(["asc", "desc"], INVALID_ORDER, "Descending if absent.");
const CREATOR_SORT = `What creators are sorted by; \`${DEFAULT_FAVORITE_SORT.creator}\` where absent.`;
const POST_SORT = `What posts are sorted by; \`${DEFAULT_FAVORITE_SORT.post}\` where absent.`;

export const listFavorites = endpoint({
  method: "GET",
  path: "/v1/account/favorites",
  access: "session",
  scope: "favorites",
  private: true,
  summary:
    "All favorites of one kind: creators, last updated first, or full posts, last favorited first. `updated` is the time the creator's newest post was added.",
  query: z.object({
    type: oneOf(["artist", "post"], "Expected type to be artist or post.", "`artist` if absent."),
    sort_by: oneOf(ALL_SORTS, UNKNOWN_SORT, `${CREATOR_SORT} ${POST_SORT}`),
    order: Order,
  }),
  response: z.union([z.array(FavoriteCreator), z.array(FavoritePost)]),
  large: true,
  errors: { 400: [UNKNOWN_SORT, INVALID_SORT] },
});

export const pageFavoriteCreators = endpoint({
  method: "GET",
  path: "/v1/account/favorites/artists",
  access: "session",
  scope: "favorites",
  private: true,
  summary: "Favorite creators, 50 per page.",
  query: z.object({
    sort_by: oneOf(FAVORITE_SORTS.creator, UNKNOWN_SORT, CREATOR_SORT),
    order: Order,
    o: offset(),
  }),
  response: z.object({ count: z.int(), profiles: z.array(FavoriteCreator) }),
});

export const pageFavoritePosts = endpoint({
  method: "GET",
  path: "/v1/account/favorites/posts",
  access: "session",
  scope: "favorites",
  private: true,
  summary: "Favorite posts, 50 per page.",
  query: z.object({
    sort_by: oneOf(FAVORITE_SORTS.post, INVALID_SORT, POST_SORT),
    order: Order,
    o: offset(),
  }),
  response: z.object({ count: z.int(), posts: z.array(ListedFavoritePost) }),
});

export const listNewPosts = endpoint({
  method: "GET",
  path: "/v1/account/favorites/new",
  access: "session",
  scope: "favorites",
  private: true,
  summary:
    "Posts of favorite creators added after a date, last added first, 50 per page, and their number per creator.",
  query: z.object({ since: Iso, o: offset() }),
  response: z.object({
    /** Across all pages. */
    count: z.int(),
    /** Use as `since` of the next request: everything added from now on comes after it. */
    at: Iso,
    /** Across all pages, the creator with the newest post first. */
    creators: z.array(CreatorWithNews),
    posts: z.array(NewPost),
  }),
});

const CREATOR_PATH = "/v1/favorites/creator/:service/:id";
const POST_PATH = "/v1/favorites/post/:service/:id/:post";
const change = {
  access: "session" as const,
  scope: "favorites" as const,
  idempotent: true as const,
  /** Existing clients expect an empty body. */
  response: z.literal(""),
  text: true as const,
};
const errors = { 404: ["Not Found"] };
const CreatorKey = z.object({ service: z.string(), id: z.string() });
const PostKey = z.extend(CreatorKey, { post: z.string() });

export const addFavoriteCreator = endpoint({
  ...change,
  method: "POST",
  path: CREATOR_PATH,
  summary: "Adds a creator to the favorites; no change if it already is one.",
  params: CreatorKey,
  errors,
});

export const removeFavoriteCreator = endpoint({
  ...change,
  method: "DELETE",
  path: CREATOR_PATH,
  summary: "Removes a creator from the favorites; no change if it is not one.",
  params: CreatorKey,
});

export const addFavoritePost = endpoint({
  ...change,
  method: "POST",
  path: POST_PATH,
  summary: "Adds a post to the favorites; no change if it already is one.",
  params: PostKey,
  errors,
});

export const removeFavoritePost = endpoint({
  ...change,
  method: "DELETE",
  path: POST_PATH,
  summary: "Removes a post from the favorites; no change if it is not one.",
  params: PostKey,
});

export const importFavorites = endpoint({
  method: "POST",
  path: "/v1/account/favorites/import",
  access: "session",
  scope: "favorites",
  idempotent: true,
  summary:
    "Adds the favorites of a `favorites.json`. Entries missing from the archive are counted and skipped.",
  limits: [{ points: 30, seconds: 3_600, by: ["session"] }],
  body: FavoritesFile,
  maxBytes: 4 * 1024 * 1024,
  response: z.object({
    /** Newly added favorites. */
    added: z.int(),
    /** Already favorites. */
    known: z.int(),
    /** Not in the archive. */
    missing: z.int(),
  }),
});

export const lookUpFavorites = endpoint({
  method: "POST",
  path: "/v1/favorites/lookup",
  access: "anyone",
  scope: "read",
  summary:
    "Creators and posts by their keys, last first, for favorites that a device keeps without an account. Entries missing from the archive are left out; `faved_seq` is the position in the request, from 1. Read-only.",
  limits: [{ points: 300, seconds: 600, by: ["session"] }],
  body: FavoritesFile,
  maxBytes: 4 * 1024 * 1024,
  response: z.object({ artists: z.array(FavoriteCreator), posts: z.array(ListedFavoritePost) }),
  heavy: true,
});

const FEED_ADDRESS = "/v1/account/favorites/feed";

export const getFeedAddress = endpoint({
  method: "GET",
  path: FEED_ADDRESS,
  access: "session",
  private: true,
  summary: "Creation time of the account's favorites feed link; null without one.",
  response: z.object({ created_at: z.nullable(Iso) }),
});

export const createFeedAddress = endpoint({
  method: "POST",
  path: FEED_ADDRESS,
  access: "session",
  limits: [{ name: "feed addresses", points: 20, seconds: 3_600, by: ["session"] }],
  summary: "Creates a new favorites feed link for the account, replacing the old one. It is shown only here.",
  response: z.object({ token: z.string() }),
});

export const deleteFeedAddress = endpoint({
  method: "DELETE",
  path: FEED_ADDRESS,
  access: "session",
  summary: "Deletes the account's favorites feed link.",
  response: z.literal(true),
});
