/** What searches read of messages, and where these are. */
import type { Tx } from "../db/client.ts";

export const discordRows = (tx: Tx) => tx`
  select id, channel, coalesce(nullif(author ->> 'global_name', ''), author ->> 'username') as author, published,
    content as text, jsonb_build_array(author) || mentions as people
  from discord_messages`;

/** Deleted ones say nothing. */
export const communityRows = (tx: Tx) => tx`
  select message_id as id, channel_id as channel, original_json #>> '{user,name}' as author, created_at as published,
    original_json ->> 'text' as text, '[]'::jsonb as people
  from community_messages where deleted_at is null`;

export const discordChannels = (tx: Tx) => tx`
  select id, name, service, server_id as creator from discord_channels`;

export const communityChannels = (tx: Tx) => tx`
  select channel_id as id, name, service, creator_id as creator from community_channels`;
