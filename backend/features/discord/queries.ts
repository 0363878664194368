/** Chat servers. A server is the creator of service discord with the same id; hiding it hides its channels. */
import type { MessagePlace } from "#shared/entities/chat.ts";
import type { DiscordMessage, DiscordServer } from "#shared/entities/discord.ts";
import type { Db } from "../../db/client.ts";
import { messageOnDay } from "../../db/message-day.ts";

export async function discordServer(sql: Db, id: string): Promise<DiscordServer | undefined> {
  const [row] = await sql<DiscordServer[]>`
    select s.id, s.name, iso(s.indexed) as indexed, iso(s.updated) as updated, (
      select coalesce(json_agg(channel order by channel.position, channel.id), '[]') from (
        select h.id, h.server_id, h.name, h.parent_channel_id, h.topic, h.theme_color, h.is_nsfw, h.position,
          h.icon_emoji, h.type, h.post_count
        from discord_channels h where h.service = s.service and h.server_id = s.id
      ) channel
    ) as channels
    from creators s where s.service = 'discord' and s.id = ${id} and not s.hidden`;
  return row;
}

/**
 * A page of a channel, oldest first; empty past the end, undefined if the channel is unknown. Sums up whole days before
 * the page and skips rows only within its first day, so that a page costs the same anywhere in a channel of a million
 * messages.
 */
export async function discordMessages(
  sql: Db,
  { channel, offset, limit }: { channel: string; offset: number; limit: number },
): Promise<DiscordMessage[] | undefined> {
  const [row] = await sql<{ messages: DiscordMessage[] }[]>`
    with start as (
      select day, before from (
        select day, (sum(messages) over (order by day) - messages)::bigint as before, messages
        from discord_days where channel = ${channel}
      ) days
      where before <= ${offset}::bigint and before + messages > ${offset}::bigint
    ), page as (
      select k.id from discord_messages k
      where k.channel = ${channel} and k.published >= (select day from start)
      order by k.published, k.id
      limit ${limit} offset ${offset}::bigint - (select before from start)
    )
    select (
      select coalesce(json_agg(message order by message.seq), '[]') from (
        select m.id, m.author, m.server, m.channel, m.content, iso(m.added) as added, iso(m.published) as published,
          iso(m.edited) as edited, m.embeds, m.mentions, m.attachments, (
            select coalesce(json_agg(json_build_object('id', v.id, 'content', v.content, 'edited', iso(v.edited))
              order by v.edited, v.id), '[]')
            from discord_message_revisions v where v.message = m.id
          ) as revisions,
          ${offset}::bigint + row_number() over (order by m.published, m.id) as seq
        from page join discord_messages m using (id)
      ) message
    ) as messages
    from discord_channels h join creators s on s.service = h.service and s.id = h.server_id and not s.hidden
    where h.id = ${channel}`;
  return row?.messages;
}

/** Position of a message in its channel, from 1; undefined if either is unknown. */
export async function discordPlace(
  sql: Db,
  { channel, message }: { channel: string; message: string },
): Promise<{ seq: number } | undefined> {
  const [row] = await sql<{ seq: number }[]>`
    select (
      select coalesce(sum(d.messages), 0)::bigint from discord_days d
      where d.channel = m.channel and d.day < day.start
    ) + (
      select count(*) from discord_messages e
      where e.channel = m.channel and e.published >= day.start and (e.published, e.id) <= (m.published, m.id)
    ) as seq
    from discord_messages m
    join discord_channels h on h.id = m.channel
    join creators s on s.service = h.service and s.id = h.server_id and not s.hidden
    cross join lateral (select date_trunc('day', m.published, 'UTC') as start) day
    where m.id = ${message} and m.channel = ${channel}`;
  return row;
}

/** Channels of a visible server; undefined if there is no such server. */
export async function discordChannels(sql: Db, id: string): Promise<string[] | undefined> {
  const [row] = await sql<{ channels: string[] }[]>`
    select array(select h.id from discord_channels h where h.service = s.service and h.server_id = s.id) as channels
    from creators s where s.service = 'discord' and s.id = ${id} and not s.hidden`;
  return row?.channels;
}

/** First message on or after a day, otherwise the last one; undefined if there is none. */
export async function discordDay(
  sql: Db,
  { channel, day }: { channel: string; day: string },
): Promise<MessagePlace | undefined> {
  const id = await messageOnDay(
    sql,
    sql`select id, published from discord_messages where channel = ${channel}`,
    day,
  );
  const place = id === undefined ? undefined : await discordPlace(sql, { channel, message: id });
  return id === undefined || place === undefined ? undefined : { id, ...place };
}
