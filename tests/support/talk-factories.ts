/** Small rows of everything around posts: files, announcements, cards, shares, chat servers and communities. */
import type { Db } from "#backend/db/client.ts";
import { insert } from "./factories.ts";

type Fields = Record<string, unknown>;

/** A file of which there are no bytes. @param seed one hex digit, the hash is made of it */
export async function buildFile(sql: Db, seed: string, fields: Fields = {}): Promise<string> {
  const hash = seed.repeat(64);
  await insert(sql, "files", {
    hash,
    id: Number.parseInt(seed, 16) + 1,
    ext: ".png",
    mime: "image/png",
    size: 10,
    mtime: "2024-01-01T00:00:00.000001",
    ctime: "2024-01-01T00:00:00.000002",
    added: "2024-01-01T00:00:00.000003",
    ihash: null,
    ...fields,
  });
  return hash;
}

export async function buildAnnouncement(sql: Db, hash: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "announcements", {
    service: "patreon",
    user_id: "1",
    hash,
    content: "<p>News</p>",
    published: "2024-02-01T08:00:00",
    added: "2024-02-02T08:00:00.100000",
    ...fields,
  });
}

export async function buildFancard(sql: Db, id: number, fields: Fields = {}): Promise<void> {
  await insert(sql, "fancards", {
    id,
    service: "fanbox",
    user_id: "1",
    price: "500",
    added: "2024-02-02T08:00:00.100000",
    last_checked_at: "2024-03-02T08:00:00.200000",
    ...fields,
  });
}

export async function buildShare(sql: Db, id: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "shares", {
    id,
    service: "patreon",
    user: "1",
    name: `Share ${id}`,
    description: "<p>Files</p>",
    added: "2024-02-02T08:00:00.100000",
    ...fields,
  });
}

export async function buildShareFile(
  sql: Db,
  share: string,
  position: number,
  file: { hash: string; filename: string },
): Promise<void> {
  await insert(sql, "share_files", { share, position, ...file });
}

export async function buildChannel(sql: Db, id: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "discord_channels", {
    id,
    service: "discord",
    server_id: "s1",
    name: `channel-${id}`,
    parent_channel_id: null,
    topic: null,
    theme_color: null,
    is_nsfw: false,
    position: 0,
    icon_emoji: null,
    type: 0,
    post_count: 0,
    ...fields,
  });
}

export async function buildMessage(sql: Db, id: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "discord_messages", {
    id,
    server: "s1",
    channel: "c1",
    author: { id: "300001", username: "ann", avatar: null, discriminator: "0", public_flags: 0 },
    content: `Message ${id}`,
    added: "2024-02-02T08:00:00.100000",
    published: "2024-02-01T08:00:00.200000",
    edited: null,
    embeds: [],
    mentions: [],
    attachments: [],
    ...fields,
  });
}

/** Many plain messages in one statement: `<prefix>0001` and so on, a minute after one another. */
export async function buildMessages(
  sql: Db,
  { channel, count, prefix, start }: { channel: string; count: number; prefix: string; start: string },
): Promise<void> {
  await sql`
    insert into discord_messages (id, server, channel, author, content, added, published)
    select ${prefix}::text || lpad(n::text, 6, '0'), 's1', ${channel}, '{}', 'Message', ${start}::text::timestamptz,
      ${start}::text::timestamptz + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`;
}

export async function buildCommunityChannel(sql: Db, id: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "community_channels", {
    channel_id: id,
    service: "patreon",
    creator_id: "1",
    campaign_id: null,
    channel_type_name: null,
    name: `Room ${id}`,
    community_guidelines: null,
    emoji: null,
    added_at: "2024-02-02T08:00:00.100000",
    messages_refreshed_at: null,
    messages_full_refreshed_at: null,
    post_count: 0,
    ...fields,
  });
}

export async function buildCommunityMessage(sql: Db, id: string, fields: Fields = {}): Promise<void> {
  await insert(sql, "community_messages", {
    message_id: id,
    channel_id: "r1",
    parent_id: null,
    user_id: "77",
    created_at: "2024-02-02T08:00:00.100000",
    deleted_at: null,
    attachments: [],
    embeds: [],
    original_json: { text: `Said ${id}` },
    ...fields,
  });
}
