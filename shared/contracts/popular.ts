/** Popular posts. */
import { z } from "zod/mini";
import { PopularPost, TaggedPopularPost } from "../entities/post.ts";
import { Iso } from "../rules/dates.ts";
import { offset } from "../rules/offset.ts";
import {
  EARLIEST_POPULAR,
  MAX_POPULAR,
  PERIODS,
  type Period,
  parsePopularDate,
  popularDateProblem,
  popularPeriodProblem,
} from "../rules/popular.ts";
import { endpoint } from "./endpoint.ts";
import { With } from "./posts.ts";

/** Absent and empty mean today. */
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
/** The windows before and after, then the current one: `YYYY-MM-DD` each. */
const Navigation = z.tuple([z.iso.date(), z.iso.date(), z.iso.date()]);

export const listPopularPosts = endpoint({
  method: "GET",
  path: "/v1/posts/popular",
  access: "anyone",
  topics: ["posts", "post_counts", "creators.listed", "picture_sizes", "media_details"],
  summary:
    "The most favorited posts published in a day, week (from Tuesday), month or the last 24 hours, 50 per page.",
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
