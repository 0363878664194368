/** Popular posts: most favorited posts published in a window (decision 0006). */
import type { PopularPost } from "#shared/entities/post.ts";
import type { PopularWindow } from "#shared/rules/popular.ts";
import type { Db } from "../../db/client.ts";
import { fixed, pageAt } from "../../db/pages.ts";
import { listColumns } from "../../db/post-columns.ts";

/**
 * Posts of the window by favorites, then newest, then key, without hidden creators. The best posts of each day come
 * from the top of that day's part of one index, so the window is never sorted as a whole.
 */
export async function popularPosts(
  sql: Db,
  { min, max }: PopularWindow,
  { offset, limit, withTags = false }: { offset: number; limit: number; withTags?: boolean },
): Promise<PopularPost[]> {
  return await sql<PopularPost[]>`
    select ${listColumns(sql, withTags)}, page.favorites as fav_count
    from (
      select k.service, k.id, k.favorites
      from generate_series(${min}::text::date, ${max}::text::date, interval '1 day') day,
        lateral (${topOfDay(sql, { min, max }, offset + limit)}) k
      order by k.favorites desc, k.listed_at desc, k.service, k.id ${pageAt(sql, offset, limit)}
    ) page join posts p using (service, id)
    order by page.favorites desc, p.listed_at desc, p.service, p.id`;
}

/** Number of posts in the window, counted up to `limit`. */
export async function countPopular(sql: Db, { min, max }: PopularWindow, limit: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from (
      select from generate_series(${min}::text::date, ${max}::text::date, interval '1 day') day,
        lateral (${topOfDay(sql, { min, max }, limit)}) k
      limit ${fixed(sql, limit)}
    ) counted`;
  return row.count;
}

/** `not in` instead of `not exists`, which would become a join, lose the index order and read the whole day. */
const topOfDay = (sql: Db, window: PopularWindow, limit: number) => sql`
  select k.service, k.id, k.favorites, k.listed_at from post_counts k
  where not k.hidden and (k.listed_at at time zone 'UTC')::date = day::date ${partOfDay(sql, window)}
    and (k.service, k."user") not in (select c.service, c.id from creators c where c.hidden)
  order by k.favorites desc, k.listed_at desc, k.service, k.id limit ${fixed(sql, limit)}`;

/** Only the last 24 hours start within a day; elsewhere the second condition would mislead the planner. */
const partOfDay = (sql: Db, { min, max }: PopularWindow) =>
  min.endsWith("T00:00:00")
    ? sql``
    : sql`and k.listed_at between ${`${min}Z`}::text::timestamptz and ${`${max}Z`}::text::timestamptz`;
