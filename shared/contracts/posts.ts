/** Posts: lists, search and post pages (contract 2.2 and 2.4). */
import { z } from "zod/mini";
import { TagCount } from "../entities/creator.ts";
import {
  Comment,
  PopularPost,
  PostEnvelope,
  PostHit,
  PostListItem,
  RevisionPost,
  TaggedListItem,
  TaggedPopularPost,
} from "../entities/post.ts";
import { Iso } from "../rules/dates.ts";
import { offset, searchText, tagList } from "../rules/offset.ts";
import {
  EARLIEST_POPULAR,
  MAX_POPULAR,
  PERIODS,
  type Period,
  parsePopularDate,
  popularDateProblem,
  popularPeriodProblem,
} from "../rules/popular.ts";
import { POST_ORDERS } from "../rules/post-order.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

/** Ours: lists say nothing of tags otherwise, and the app leaves out posts with muted ones. */
const With = z.optional(
  z.enum(["tags"]).register(z.globalRegistry, { description: "Each post of the list also has its tags." }),
);
/** Ours: absent, each list is by its usual date. */
const SortBy = z.optional(
  z.enum(POST_ORDERS).register(z.globalRegistry, {
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
const PostParams = z.object({ service: z.string(), id: z.string(), post: z.string() });
const NOT_FOUND = { 404: ["Not Found"] };

export const listCreatorPosts = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/posts",
  summary: "A creator's posts, newest first, 50 a page; with q by relevance.",
  params: CreatorParams,
  query: ListQuery,
  response: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const listPosts = endpoint({
  method: "GET",
  path: "/v1/posts",
  summary:
    "All posts, newest first, 50 a page; with q by relevance. `count` can be paged to, `true_count` is the whole.",
  query: ListQuery,
  response: z.object({
    count: z.int(),
    true_count: z.int(),
    posts: z.array(z.union([PostHit, TaggedListItem, PostListItem])),
  }),
});

/** Absent and empty mean today (contract 1.3). */
const PopularDate = z
  .pipe(
    z.optional(z.string()),
    z.transform((text, context): string | undefined => {
      if (text === undefined || text === "") return undefined;
      const date = parsePopularDate(text);
      if (date !== undefined) return date;
      context.issues.push({ code: "custom", message: popularDateProblem(text), input: text });
      return z.NEVER;
    }),
  )
  .register(z.globalRegistry, {
    type: "string",
    format: "date",
    description: `Any day of the window, from ${EARLIEST_POPULAR} on.`,
  });
const PopularPeriod = z
  .pipe(
    z.optional(z.string()),
    z.transform((text, context): Period => {
      if (text === undefined || text === "") return "recent";
      const period = PERIODS.find((known) => known === text);
      if (period !== undefined) return period;
      context.issues.push({ code: "custom", message: popularPeriodProblem(text), input: text });
      return z.NEVER;
    }),
  )
  .register(z.globalRegistry, { type: "string", enum: [...PERIODS], default: "recent" });
/** The windows before and after, then the one of the date: `YYYY-MM-DD` each. */
const Navigation = z.tuple([z.iso.date(), z.iso.date(), z.iso.date()]);

export const listPopularPosts = endpoint({
  method: "GET",
  path: "/v1/posts/popular",
  summary:
    "The most favorited posts published in a day, week (from Tuesday), month or the last 24 hours, 50 a page.",
  query: z.object({ date: PopularDate, period: PopularPeriod, o: offset(), with: With }),
  response: z.object({
    info: z.object({
      date: Iso,
      min_date: Iso,
      max_date: Iso,
      navigation_dates: z.object({
        recent: Navigation,
        day: Navigation,
        week: Navigation,
        month: Navigation,
      }),
      range_desc: z.string(),
      scale: z.enum(PERIODS),
    }),
    props: z.object({
      today: z.iso.date(),
      earliest_date_for_popular: z.literal(EARLIEST_POPULAR),
      count: z.int().check(z.maximum(MAX_POPULAR)),
    }),
    posts: z.array(z.union([TaggedPopularPost, PopularPost])),
  }),
});

export const getRandomPost = endpoint({
  method: "GET",
  path: "/v1/posts/random",
  summary: "A random post that has files.",
  private: true,
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});

export const listTags = endpoint({
  method: "GET",
  path: "/v1/posts/tags",
  summary: "Every tag in lower case with its number of posts, most used first.",
  response: z.array(TagCount),
  large: true,
});

export const getPost = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post",
  summary: "One post with its files, previews, videos and revisions.",
  params: PostParams,
  response: PostEnvelope,
  errors: NOT_FOUND,
});

export const getRevision = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revision/:revision",
  summary: "A former version of a post.",
  params: z.extend(PostParams, { revision: z.string() }),
  response: PostEnvelope,
  errors: NOT_FOUND,
});

export const listRevisions = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/revisions",
  summary: "All former versions of a post, newest first; 404 when there are none.",
  params: PostParams,
  response: z.array(RevisionPost),
  errors: NOT_FOUND,
});

export const listComments = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/comments",
  summary: "The comments of a post, oldest first; 404 when there are none.",
  params: PostParams,
  response: z.array(Comment),
  errors: NOT_FOUND,
});

export const resolvePost = endpoint({
  method: "GET",
  path: "/v1/:service/post/:post",
  summary: "The creator of a post known by service and id alone.",
  params: z.object({ service: z.string(), post: z.string() }),
  response: z.object({ service: z.string(), artist_id: z.string(), post_id: z.string() }),
  errors: NOT_FOUND,
});
