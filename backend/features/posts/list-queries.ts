/** Lists of posts. The keys of a page come from an index alone; only its 50 rows are read. */

import type { TagCount } from "#shared/entities/creator.ts";
import type { PostHit, PostListItem } from "#shared/entities/post.ts";
import type { Db } from "../../db/client.ts";
import { fullColumns, listColumns } from "./columns.ts";

interface Page {
  offset: number;
  limit: number;
}

/** Newest in the archive first. Posts of hidden creators are left out. */
export async function latestPosts(sql: Db, { offset, limit }: Page): Promise<PostListItem[]> {
  return await sql<PostListItem[]>`
    select ${listColumns(sql)}
    from (
      select k.service, k.id from posts k
      where not k.hidden
        and not exists (select 1 from creators c where c.hidden and c.service = k.service and c.id = k."user")
      order by k.added_at desc, k.service, k.id limit ${limit} offset ${offset}
    ) page join posts p using (service, id)
    order by p.added_at desc, p.service, p.id`;
}

/** Number of posts that can be listed, from kept counts. */
export async function countPosts(sql: Db): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count - coalesce((select sum(post_count) from creators where hidden), 0)::bigint as count
    from totals where entity = 'posts'`;
  return row.count;
}

/** A creator's posts, newest first. */
export async function creatorPosts(
  sql: Db,
  { service, user, offset, limit }: Page & { service: string; user: string },
): Promise<PostListItem[]> {
  return await sql<PostListItem[]>`
    select ${listColumns(sql)}
    from (
      select k.service, k.id from posts k
      where k.service = ${service} and k."user" = ${user} and not k.hidden
      order by k.listed_at desc, k.id limit ${limit} offset ${offset}
    ) page join posts p using (service, id)
    order by p.listed_at desc, p.id`;
}

/** A creator's number of posts, undefined where the creator is unknown. */
export async function countCreatorPosts(sql: Db, service: string, id: string): Promise<number | undefined> {
  const [row] = await sql<{ post_count: number }[]>`
    select post_count from creators where service = ${service} and id = ${id} and not hidden`;
  return row?.post_count;
}

/** The rows of search hits in the order of the engine; what is gone or hidden meanwhile is left out. */
export async function postsByKey(sql: Db, services: string[], ids: string[]): Promise<PostHit[]> {
  if (ids.length === 0) return [];
  return await sql<PostHit[]>`
    select ${fullColumns(sql)}, p.substring
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, position)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    order by hit.position`;
}

/** Most used first. */
export async function tagCounts(sql: Db): Promise<TagCount[]> {
  return await sql<TagCount[]>`
    select tag, post_count from tags where post_count > 0 order by post_count desc, tag`;
}
