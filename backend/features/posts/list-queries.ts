/** Lists of posts. An index alone finds the keys of a page; only its 50 rows are read. */

import type { TagCount } from "#shared/entities/creator.ts";
import type { PostHit, PostListItem } from "#shared/entities/post.ts";
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { depthBound, fixed, pageAt } from "../../db/pages.ts";
import { fullColumns, listColumns } from "../../db/post-columns.ts";
import { countedTags, listedTotal, seenPosts } from "../../db/totals.ts";
import { type Cursor, MAX_DEPTH, STEP, type Start } from "./keyset.ts";

/** Few creators are hidden: near the top each row is checked, for deep pages the hidden creators are read first. */
export const visible = (sql: Db, deep: boolean) =>
  deep
    ? sql`(k.service, k."user") not in (select service, id from creators where hidden)`
    : sql`not exists (select 1 from creators c where c.hidden and c.service = k.service and c.id = k."user")`;

/** Newest added first, without posts of hidden creators. @param start a cursor near the page */
export async function latestPosts(
  sql: Db,
  offset: number,
  start?: Start,
  withTags = false,
): Promise<PostListItem[]> {
  const keys =
    start === undefined
      ? sql`select k.service, k.id, k.added_at as at from posts k where not k.hidden and ${visible(sql, offset >= 1_000)}
          order by k.added_at desc, k.service, k.id limit ${depthBound(sql, offset, PAGE_SIZE)}`
      : sql`
        (select k.service, k.id, k.added_at as at from posts k where not k.hidden and ${visible(sql, false)}
          and k.added_at = ${start.cursor.at}::text::timestamptz and (k.service, k.id) >= (${start.cursor.service}, ${start.cursor.id})
          order by k.service, k.id limit ${fixed(sql, STEP + PAGE_SIZE)})
        union all
        (select k.service, k.id, k.added_at from posts k where not k.hidden and ${visible(sql, false)}
          and k.added_at < ${start.cursor.at}::text::timestamptz
          order by k.added_at desc, k.service, k.id limit ${fixed(sql, STEP + PAGE_SIZE)})`;
  return await sql<PostListItem[]>`
    select ${listColumns(sql, withTags)}
    from (
      select service, id from (${keys}) near order by at desc, service, id ${pageAt(sql, start?.offset ?? offset, PAGE_SIZE)}
    ) page join posts p using (service, id)
    order by p.added_at desc, p.service, p.id`;
}

/** Every STEP-th row of the same list. */
export async function latestCursors(sql: Db): Promise<Cursor[]> {
  return await sql<Cursor[]>`
    select at::text as at, service, id from (
      select k.added_at as at, k.service, k.id, row_number() over (order by k.added_at desc, k.service, k.id) - 1 as position
      from posts k where not k.hidden and ${visible(sql, true)}
      order by k.added_at desc, k.service, k.id limit ${fixed(sql, MAX_REACHABLE + 1)}
    ) listed where position % ${STEP} = 0 order by position`;
}

/** Number of posts that can be listed, from stored counts. */
export async function countPosts(sql: Db): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select ${listedTotal(sql, "posts")} as count`;
  return row.count;
}

export interface CreatorKey {
  service: string;
  user: string;
}

/** Posts of a creator, newest first. @param start a cursor near the page */
export async function creatorPosts(
  sql: Db,
  { service, user }: CreatorKey,
  offset: number,
  start?: Start,
  withTags = false,
): Promise<PostListItem[]> {
  const condition = sql`k.service = ${service} and k."user" = ${user} and not k.hidden`;
  const keys =
    start === undefined
      ? sql`select k.service, k.id, k.listed_at as at from posts k where ${condition}
          order by k.listed_at desc, k.id limit ${depthBound(sql, offset, PAGE_SIZE)}`
      : sql`
        (select k.service, k.id, k.listed_at as at from posts k where ${condition}
          and k.listed_at = ${start.cursor.at}::text::timestamptz and k.id >= ${start.cursor.id}
          order by k.id limit ${fixed(sql, STEP + PAGE_SIZE)})
        union all
        (select k.service, k.id, k.listed_at from posts k where ${condition} and k.listed_at < ${start.cursor.at}::text::timestamptz
          order by k.listed_at desc, k.id limit ${fixed(sql, STEP + PAGE_SIZE)})`;
  return await sql<PostListItem[]>`
    select ${listColumns(sql, withTags)}
    from (
      select service, id from (${keys}) near order by at desc, id ${pageAt(sql, start?.offset ?? offset, PAGE_SIZE)}
    ) page join posts p using (service, id)
    order by p.listed_at desc, p.id`;
}

/** Every STEP-th row of the same list. */
export async function creatorCursors(sql: Db, { service, user }: CreatorKey): Promise<Cursor[]> {
  return await sql<Cursor[]>`
    select at::text as at, service, id from (
      select k.listed_at as at, k.service, k.id, row_number() over (order by k.listed_at desc, k.id) - 1 as position
      from posts k where k.service = ${service} and k."user" = ${user} and not k.hidden
      order by k.listed_at desc, k.id limit ${fixed(sql, MAX_DEPTH)}
    ) listed where position % ${STEP} = 0 order by position`;
}

/** A creator's number of posts; undefined if the creator is unknown. */
export async function countCreatorPosts(sql: Db, service: string, id: string): Promise<number | undefined> {
  const [row] = await sql<{ post_count: number }[]>`
    select ${seenPosts(sql)} as post_count from creators c where service = ${service} and id = ${id} and not hidden`;
  return row?.post_count;
}

/** Rows of search hits in the engine's order; skips deleted and hidden ones. */
export async function postsByKey(sql: Db, services: string[], ids: string[]): Promise<PostHit[]> {
  if (ids.length === 0) return [];
  return await sql<PostHit[]>`
    select ${sql.unsafe(fullColumns())}, p.substring
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, position)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    order by hit.position`;
}

/** Most used first. */
export async function tagCounts(sql: Db): Promise<TagCount[]> {
  return await sql<TagCount[]>`
    select tag, post_count from ${countedTags(sql)} counted where post_count > 0 order by post_count desc, tag`;
}
