import type { MessagePlace } from "#shared/entities/chat.ts";
import type { CommunityChannel, CommunityMessage } from "#shared/entities/community.ts";
import type { Db } from "../../db/client.ts";
import { messageOnDay } from "../../db/message-day.ts";

interface Key {
  service: string;
  id: string;
}

/** In the order they were added; empty if the creator is unknown. */
export async function communityChannels(sql: Db, { service, id }: Key): Promise<CommunityChannel[]> {
  return await sql<CommunityChannel[]>`
    select h.channel_id, h.creator_id, h.campaign_id, h.channel_type_name, h.name, h.community_guidelines, h.emoji,
      iso(h.added_at) as added_at, iso(h.messages_refreshed_at) as messages_refreshed_at,
      iso(h.messages_full_refreshed_at) as messages_full_refreshed_at, h.post_count
    from community_channels h join creators c on c.service = h.service and c.id = h.creator_id and not c.hidden
    where h.service = ${service} and h.creator_id = ${id}
    order by h.added_at, h.channel_id`;
}

/**
 * Message JSON of the row `row`, without its last key. Of the service's own data only the keys of the contract are
 * returned, as text, because the rest has no defined shape.
 */
const messageKeys = (sql: Db, row: ReturnType<Db>) => sql`
  'message_id', ${row}.message_id, 'user_id', ${row}.user_id, 'created_at', iso(${row}.created_at),
  'deleted_at', iso(${row}.deleted_at),
  'attachments', (
    select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(a ->> 'name', ''), 'path', a ->> 'path')
      || case when a ? 'chat_image_thumbnail' then jsonb_build_object('chat_image_thumbnail', a -> 'chat_image_thumbnail')
        else '{}' end order by place), '[]')
    from jsonb_array_elements(${row}.attachments) with ordinality as list (a, place) where a ->> 'path' is not null
  ),
  'embeds', (
    select coalesce(json_agg(json_build_object('type', e ->> 'type', 'text', e ->> 'text', 'title', e ->> 'title',
      'image_url', e ->> 'image_url', 'thumb_url', e ->> 'thumb_url', 'title_link', e ->> 'title_link',
      'asset_url', e ->> 'asset_url') order by place), '[]')
    from jsonb_array_elements(${row}.embeds) with ordinality as list (e, place)
  ),
  'original_json', json_build_object('text', ${row}.original_json ->> 'text',
    'created_at', ${row}.original_json ->> 'created_at',
    'user', json_build_object('name', ${row}.original_json #>> '{user,name}',
      'role', ${row}.original_json #>> '{user,role}',
      'avatar_url', ${row}.original_json #>> '{user,avatar_url}'))`;

/**
 * A page of a channel, newest first, each message with its replies, oldest first. Empty past the end, undefined if the
 * channel is unknown.
 * @param id of the channel, or of a creator with exactly one channel
 */
export async function communityMessages(
  sql: Db,
  { service, id, offset, limit }: Key & { offset: number; limit: number },
): Promise<CommunityMessage[] | undefined> {
  const [row] = await sql<{ messages: CommunityMessage[] }[]>`
    with channel as (
      select h.channel_id from community_channels h
      join creators c on c.service = h.service and c.id = h.creator_id and not c.hidden
      where h.service = ${service} and (h.channel_id = ${id} or (h.creator_id = ${id} and not exists (
        select from community_channels other
        where other.service = h.service and other.creator_id = h.creator_id and other.channel_id <> h.channel_id)))
      order by h.channel_id = ${id} desc limit 1
    ), page as (
      select k.message_id from community_messages k
      where k.channel_id = (select channel_id from channel) and k.parent_id is null
      order by k.created_at desc, k.message_id desc limit ${limit} offset ${offset}::bigint
    )
    select (
      select coalesce(json_agg(json_build_object(${messageKeys(sql, sql`m`)}, 'replies', (
        select coalesce(json_agg(json_build_object(${messageKeys(sql, sql`r`)}) order by r.created_at, r.message_id), '[]')
        from community_messages r where r.parent_id = m.message_id
      )) order by m.created_at desc, m.message_id desc), '[]')
      from page join community_messages m using (message_id)
    ) as messages
    from channel`;
  return row?.messages;
}

/** Channel ids of a creator; undefined if the creator is unknown. */
export async function channelIds(sql: Db, { service, id }: Key): Promise<string[] | undefined> {
  const [row] = await sql<{ channels: string[] }[]>`
    select array(
      select h.channel_id from community_channels h where h.service = c.service and h.creator_id = c.id
    ) as channels
    from creators c where c.service = ${service} and c.id = ${id} and not c.hidden`;
  return row?.channels;
}

/** Position of a message in its channel, newest first; undefined if either is unknown. */
export async function communityPlace(
  sql: Db,
  { service, id, message }: Key & { message: string },
): Promise<MessagePlace | undefined> {
  const [row] = await sql<MessagePlace[]>`
    select m.message_id as id, (
      select count(*) from community_messages e
      where e.channel_id = t.channel_id and e.parent_id is null
        and (e.created_at, e.message_id) >= (t.created_at, t.message_id)
    ) as seq
    from community_messages m
    join community_messages t on t.message_id = coalesce(m.parent_id, m.message_id)
    join community_channels h on h.channel_id = t.channel_id and h.service = ${service}
    join creators c on c.service = h.service and c.id = h.creator_id and not c.hidden
    where m.message_id = ${message} and m.channel_id = ${id}`;
  return row;
}

/** First message on or after a day, otherwise the last one; undefined if there is none. */
export async function communityDay(
  sql: Db,
  { service, id, day }: Key & { day: string },
): Promise<MessagePlace | undefined> {
  const message = await messageOnDay(
    sql,
    sql`select message_id as id, created_at as published from community_messages
      where channel_id = ${id} and parent_id is null`,
    day,
  );
  return message === undefined ? undefined : await communityPlace(sql, { service, id, message });
}
