/** Lists of posts in other orders than their default one. */
import type { PostListItem } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { PostOrder } from "#shared/rules/sort-orders.ts";
import type { Db } from "../../db/client.ts";
import { depthBound, pageAt } from "../../db/pages.ts";
import { listColumns } from "../../db/post-columns.ts";
import { type CreatorKey, visible } from "./list-queries.ts";

/**
 * Sort key of each order; posts without the date come last. Must equal the expressions of the indexes on `posts`, so
 * that they are used.
 */
const DATES: Record<PostOrder, (sql: Db, row: "k" | "p") => ReturnType<Db>> = {
  published: (sql, row) => sql`coalesce(${sql(row)}.published, '-infinity'::timestamptz)`,
  added: (sql, row) => sql`${sql(row)}.added_at`,
  edited: (sql, row) => sql`coalesce(${sql(row)}.edited, '-infinity'::timestamptz)`,
};

interface Wanted {
  by: PostOrder;
  offset: number;
  withTags?: boolean;
}

/** All posts; posts of the same moment by publication. */
export function sortedPosts(sql: Db, wanted: Wanted): Promise<PostListItem[]> {
  return sorted(sql, wanted, sql`not k.hidden and ${visible(sql, wanted.offset >= 1_000)}`);
}

/** Posts of a creator. */
export function sortedCreatorPosts(
  sql: Db,
  { service, user }: CreatorKey,
  wanted: Wanted,
): Promise<PostListItem[]> {
  return sorted(sql, wanted, sql`k.service = ${service} and k."user" = ${user} and not k.hidden`);
}

async function sorted(
  sql: Db,
  { by, offset, withTags = false }: Wanted,
  which: ReturnType<Db>,
): Promise<PostListItem[]> {
  const date = DATES[by];
  // No index has the publication twice.
  const then = (listed: ReturnType<Db>) => (by === "published" ? sql`` : sql`${listed} desc,`);
  return await sql<PostListItem[]>`
    select ${listColumns(sql, withTags)}
    from (
      select service, id from (
        select k.service, k.id, ${date(sql, "k")} as at, k.listed_at as listed from posts k where ${which}
        order by ${date(sql, "k")} desc, ${then(sql`k.listed_at`)} k.service, k.id limit ${depthBound(sql, offset, PAGE_SIZE)}
      ) near order by at desc, ${then(sql`listed`)} service, id ${pageAt(sql, offset, PAGE_SIZE)}
    ) page join posts p using (service, id)
    order by ${date(sql, "p")} desc, ${then(sql`p.listed_at`)} p.service, p.id`;
}
