import type { CreatorProfile, CreatorRow, TagCount } from "#shared/entities/creator.ts";
import type { Db } from "../../db/client.ts";
import { seenPosts } from "../../db/totals.ts";

interface CreatorKey {
  service: string;
  id: string;
}

export async function randomCreator(sql: Db): Promise<{ service: string; artist_id: string } | undefined> {
  const [row] = await sql<{ service: string; artist_id: string }[]>`
    with choice as (select count(*) as n from creators where not hidden and service <> 'discord')
    select service, id as artist_id from creators where not hidden and service <> 'discord'
    order by service, id
    offset (select floor(random() * n)::bigint from choice) limit 1`;
  return row;
}

export async function updatedCreators(sql: Db, limit: number): Promise<CreatorRow[]> {
  return await sql<CreatorRow[]>`
    select id, name, service, iso(indexed) as indexed, iso(updated) as updated, public_id, relation_id
    from creators where not hidden order by creators.updated desc, service, id limit ${limit}`;
}

/** Finds a creator by id, otherwise by public name; the returned id may then differ. */
export async function profile(sql: Db, { service, id }: CreatorKey): Promise<CreatorProfile | undefined> {
  const [row] = await sql<CreatorProfile[]>`
    select id, name, service, iso(indexed) as indexed, iso(updated) as updated, public_id, relation_id,
      chats.count > 0 as has_chats, ${seenPosts(sql)} as post_count, dm_count, share_count, chats.count as chat_count
    from creators c cross join lateral (
      select c.chat_count + (select count(*) from discord_channels h where h.service = c.service
        and h.server_id = c.id) as count
    ) chats
    where service = ${service} and (id = ${id} or public_id = ${id}) and not hidden
    order by id = ${id} desc limit 1`;
  return row;
}

/** Undefined if the creator is unknown; empty if it has no links. */
export async function links(sql: Db, { service, id }: CreatorKey): Promise<CreatorRow[] | undefined> {
  const rows = await sql<(CreatorRow & { self: boolean })[]>`
    with self as (select service, id, relation_id from creators where service = ${service} and id = ${id} and not hidden)
    select c.id, c.name, c.service, iso(c.indexed) as indexed, iso(c.updated) as updated, c.public_id, c.relation_id,
      (c.service, c.id) = (s.service, s.id) as self
    from self s join creators c on c.relation_id = s.relation_id or (c.service = s.service and c.id = s.id)
    where not c.hidden order by c.service, c.id`;
  return rows.length === 0 ? undefined : rows.filter((row) => !row.self).map(({ self, ...row }) => row);
}

/** Undefined if the creator is unknown. */
export async function creatorTags(sql: Db, { service, id }: CreatorKey): Promise<TagCount[] | undefined> {
  const [row] = await sql<{ tags: TagCount[] }[]>`
    select (
      select coalesce(json_agg(json_build_object('tag', tag, 'post_count', post_count) order by post_count desc, tag), '[]')
      from (
        select tag, sum(post_count)::integer as post_count from creator_tags t
        where t.service = c.service and t."user" = c.id and t.post_count > 0 group by 1
      ) t
    ) as tags
    from creators c where c.service = ${service} and c.id = ${id} and not c.hidden`;
  return row?.tags;
}
