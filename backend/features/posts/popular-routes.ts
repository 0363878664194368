import { listPopularPosts } from "#shared/contracts/popular.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import {
  EARLIEST_POPULAR,
  MAX_POPULAR,
  offeredNavigation,
  popularRange,
  popularWindow,
  today,
} from "#shared/rules/popular.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { withCardDetails } from "./card-details.ts";
import { countPopular, popularPosts } from "./popular-queries.ts";

export const popularRoutes: Mounted[] = [
  mount(listPopularPosts, async ({ sql, query: { date, period, o, with: extra } }) => {
    const now = Date.now();
    const window = popularWindow(period, date, now);
    const [count, posts] = await Promise.all([
      countPopular(sql, window, MAX_POPULAR),
      o < MAX_POPULAR
        ? popularPosts(sql, window, { offset: o, limit: PAGE_SIZE, withTags: extra !== undefined })
        : [],
    ]);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    const day = date ?? today(now);
    return {
      info: {
        date: `${day}T00:00:00`,
        min_date: window.min,
        max_date: window.max,
        navigation_dates: {
          recent: offeredNavigation("recent", day),
          day: offeredNavigation("day", day),
          week: offeredNavigation("week", day),
          month: offeredNavigation("month", day),
        },
        range_desc: popularRange(period, date, now),
        scale: period,
      },
      props: { today: today(now), earliest_date_for_popular: EARLIEST_POPULAR, count },
      posts: await withCardDetails(sql, extra, posts),
    };
  }),
];
