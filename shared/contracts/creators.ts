/** Lists of creators, and data of one creator besides its profile. */
import { z } from "zod/mini";
import { CreatorListItem, CreatorRow, RecommendedCreator, TagCount } from "../entities/creator.ts";
import { Announcement, Fancard } from "../entities/notice.ts";
import { offset } from "../rules/offset.ts";
import { CREATOR_SORT_NAMES, DEFAULT_CREATOR_SORT } from "../rules/sort-orders.ts";
import { SERVICES } from "../services/index.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

/** Changes after an earlier response whose `since` was sent, or the full list if that `since` is unknown. */
export const CreatorChanges = z.object({
  /** Send with the next request. */
  since: z.string(),
  /** True if `creators` is the full list: discard earlier data. */
  complete: z.boolean(),
  creators: z.array(CreatorListItem),
  /** Creators no longer in the list. */
  removed: z.array(z.object({ service: z.string(), id: z.string() })),
});
export type CreatorChanges = z.infer<typeof CreatorChanges>;

export const listCreators = endpoint({
  method: "GET",
  path: "/v1/creators",
  access: "anyone",
  topics: ["creators.listed", "creator_counts"],
  summary:
    "Every creator, in no particular order; dates are Unix seconds. With `since` (empty at first) only changes.",
  query: z.object({ since: z.optional(z.string().check(z.maxLength(200, "The token is too long."))) }),
  response: z.union([z.array(CreatorListItem), CreatorChanges]),
  large: true,
});

const oneOf = <T extends string>(values: readonly [T, ...T[]], problem: string, description: string) =>
  z
    .pipe(
      z.optional(z.union([z.literal(""), z.enum(values)], { error: problem })),
      z.transform((value) => (value === "" ? undefined : (value as T | undefined))),
    )
    .register(z.globalRegistry, { description });

export const pageCreators = endpoint({
  method: "GET",
  path: "/v1/artists",
  access: "anyone",
  topics: ["creators.listed", "creator_counts"],
  summary: "Sorted creators, 50 per page, for the first screen before the full list has loaded.",
  query: z.object({
    service: oneOf(SERVICES, "Unknown service", "Only this service."),
    sort_by: oneOf(
      CREATOR_SORT_NAMES,
      "Invalid sort field value",
      `What to sort by; ${DEFAULT_CREATOR_SORT} where absent.`,
    ),
    order: oneOf(["asc", "desc"], "Invalid order value", "Descending if absent."),
    o: offset(),
  }),
  response: z.object({ count: z.int(), artists: z.array(CreatorListItem) }),
});

export const listCreatorsText = endpoint({
  ...listCreators,
  path: "/v1/creators.txt",
  summary: "Same as /v1/creators, for old clients.",
});

export const getRandomCreator = endpoint({
  method: "GET",
  path: "/v1/artists/random",
  access: "anyone",
  summary: "A random creator that is not a chat server.",
  private: true,
  response: z.object({ service: z.string(), artist_id: z.string() }),
  errors: { 404: ["Not Found"] },
});

export const listUpdatedCreators = endpoint({
  method: "GET",
  path: "/v1/artists/updated",
  access: "anyone",
  topics: ["creators"],
  summary: "Recently updated creators, newest first.",
  response: z.object({
    props: z.object({
      currentPage: z.literal("artists"),
      display: z.string(),
      count: z.int(),
      limit: z.int(),
    }),
    results: z.array(CreatorRow),
    base: z.object({ commit: z.boolean(), sort_by: z.literal("updated") }),
  }),
});

export const listLinks = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/links",
  access: "anyone",
  topics: ["creators"],
  summary: "Other accounts of the same person.",
  params: CreatorParams,
  response: z.array(CreatorRow),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listCreatorTags = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/tags",
  access: "anyone",
  topics: ["creator_tags", "creators.listed"],
  summary: "Tags of a creator by number of posts.",
  params: CreatorParams,
  response: z.array(TagCount),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listRecommended = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/recommended",
  access: "anyone",
  topics: ["creators", "creator_tags", "tags", "totals", "posts"],
  summary:
    "At most 24 similar creators, most similar first; `score` is above 0 and at most 1. An empty list if there are none.",
  params: CreatorParams,
  response: z.array(RecommendedCreator),
});

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/announcements",
  access: "anyone",
  topics: ["announcements", "creators.listed"],
  summary: "Announcements of a creator, newest first; an empty list if there are none.",
  params: CreatorParams,
  response: z.array(Announcement),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listFancards = endpoint({
  method: "GET",
  path: "/v1/fanbox/user/:id/fancards",
  access: "anyone",
  topics: ["fancards", "files", "creators.listed"],
  summary: "Fan cards of a creator, last added first; 404 if there are none.",
  params: z.pick(CreatorParams, { id: true }),
  response: z.array(Fancard),
  errors: { 404: ["Not Found"] },
});
