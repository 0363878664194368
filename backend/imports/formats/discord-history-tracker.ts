/** Discord History Tracker: a database of servers, channels and messages, with the files in it or in a second database. */
import type { z } from "zod";
import type { DiscordMessageRecord } from "#backend/imports/bundle/records.ts";
import { fileEmbed } from "./discord-embeds.ts";
import { embedsOf, reactionsOf, replyTo } from "./discord-history-tracker-embeds.ts";
import { DATABASE_EXTENSION, Files } from "./discord-history-tracker-files.ts";
import { utcOfMilliseconds } from "./lib/dates.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { accountForDatabase, DatabaseCopy, isDatabase, type Row } from "./lib/sqlite.ts";

/** First version with a separate table of attachments (2024). */
const OLDEST_VERSION = 9;
/** The server that holds direct messages, as in DiscordChatExporter. */
const DIRECT_MESSAGES = { id: "0", name: "Direct Messages" };
const DIRECT_TYPES: Record<string, number> = { DM: 1, GROUP: 3 };
const THREAD = 11;
const USER_MARK = /<@!?(\d+)>/g;

export const discordHistoryTracker: Format = {
  name: "Discord History Tracker",
  async recognize(folder) {
    const databases: Entry[] = [];
    for (const entry of await folder.entries())
      if (!entry.isFolder && entry.name.endsWith(DATABASE_EXTENSION) && (await isDatabase(folder, entry)))
        databases.push(entry);
    if (databases.length === 0) return undefined;
    return { scope: "folder", read: (reading) => read(folder, databases, reading) };
  },
};

async function* read(folder: Folder, databases: Entry[], reading: Reading): AsyncGenerator<Found> {
  for (const entry of databases) {
    await accountForDatabase(folder, entry, reading);
    try {
      yield* readDatabase(folder, entry, reading);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      reading.report(entry.path, error.message);
    }
  }
}

async function* readDatabase(folder: Folder, entry: Entry, reading: Reading): AsyncGenerator<Found> {
  const database = await DatabaseCopy.open(folder, entry);
  let files: Files | undefined;
  try {
    const version = database.row("select value from metadata where key = 'version'")?.["value"];
    if (!(Number(version) >= OLDEST_VERSION))
      throw new ReadError(
        `is of version ${version}; open it in Discord History Tracker once, which updates it`,
      );
    files = await Files.open(folder, entry, database, reading);
    yield* servers(database, entry.path);
    yield* channels(database, entry.path);
    yield* messages(database, files, entry.path, reading);
  } finally {
    if (files !== undefined && files.stored !== database) await files.stored?.close();
    await database.close();
  }
}

function* servers(database: DatabaseCopy, from: string): Generator<Found> {
  const columns = "case when type in ('DM', 'GROUP') then 0 else id end as id, type, name";
  for (const row of database.rows(`select ${columns} from servers group by 1 order by 1`)) {
    const id = String(row["id"]);
    const name = id === DIRECT_MESSAGES.id ? DIRECT_MESSAGES.name : String(row["name"]);
    yield { entity: "creators", fields: { service: "discord", id, name }, from };
  }
}

/** Yields channels before their threads. */
function* channels(database: DatabaseCopy, from: string): Generator<Found> {
  const rows = database.rows(
    `select c.*, s.type as server_type, p.id is not null as is_thread from channels c
     join servers s on s.id = c.server left join channels p on p.id = c.parent_id
     order by is_thread, c.position, c.id`,
  );
  for (const row of rows) {
    const direct = DIRECT_TYPES[String(row["server_type"])];
    const fields = {
      id: String(row["id"]),
      server_id: direct === undefined ? String(row["server"]) : DIRECT_MESSAGES.id,
      name: String(row["name"]),
      parent_channel_id: row["parent_id"] === null ? undefined : String(row["parent_id"]),
      topic: row["topic"] === null ? undefined : String(row["topic"]),
      is_nsfw: row["nsfw"] === null ? undefined : row["nsfw"] !== 0,
      position: row["position"] === null ? undefined : Number(row["position"]),
      type: direct ?? (row["is_thread"] === 1 ? THREAD : undefined),
    };
    yield { entity: "discord_channels", fields, from };
  }
}

const MESSAGES = `
  select m.message_id, m.sender_id, m.channel_id, m.text, m.timestamp, c.server, s.type as server_type,
    u.name, u.display_name, u.discriminator, e.edit_timestamp, r.replied_to_id,
    exists (select 1 from message_attachments a where a.message_id = m.message_id) as has_files,
    exists (select 1 from message_embeds b where b.message_id = m.message_id) as has_embeds
  from messages m
  join channels c on c.id = m.channel_id
  join servers s on s.id = c.server
  left join users u on u.id = m.sender_id
  left join message_edit_timestamps e on e.message_id = m.message_id
  left join message_replied_to r on r.message_id = m.message_id
  order by m.message_id`;

const NO_FILES = { found: [], missing: [] };

async function* messages(
  database: DatabaseCopy,
  files: Files,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  for (const row of database.rows(MESSAGES)) {
    const id = String(row["message_id"]);
    const published = utcOfMilliseconds(Number(row["timestamp"]));
    if (published === undefined) {
      reading.report(from, `message ${id} has no date`);
      continue;
    }
    const isDirect = String(row["server_type"]) in DIRECT_TYPES;
    const content = String(row["text"]);
    const fields: z.input<typeof DiscordMessageRecord> = {
      id,
      server: isDirect ? DIRECT_MESSAGES.id : String(row["server"]),
      channel: String(row["channel_id"]),
      author: person(row["sender_id"], row),
      content,
      added: published,
      published,
      edited: row["edit_timestamp"] === null ? undefined : utcOfMilliseconds(Number(row["edit_timestamp"])),
    };
    const { found, missing } = row["has_files"] === 1 ? files.of(row) : NO_FILES;
    for (const { name } of missing)
      reading.report(from, `message ${id}: ${name} was not downloaded; its address is kept`);
    const embeds = [
      ...replyTo(row, isDirect),
      ...missing.map(({ name, url }) => fileEmbed(name, url)),
      ...(row["has_embeds"] === 1 ? embedsOf(database, row, (reason) => reading.report(from, reason)) : []),
      ...reactionsOf(database, row),
    ];
    if (embeds.length > 0) fields.embeds = embeds;
    const mentions = [...mentioned(database, content)];
    if (mentions.length > 0) fields.mentions = mentions;
    const attachments = found.length > 0 ? found : undefined;
    yield { entity: "discord_messages", fields: { ...fields, attachments }, from };
  }
}

function person(id: Row[string] | undefined, row: Row): Record<string, unknown> {
  return {
    id: String(id),
    username: row["name"] ?? "",
    global_name: row["display_name"] ?? null,
    avatar: null,
    discriminator: row["discriminator"] ?? "0",
    public_flags: 0,
  };
}

function* mentioned(database: DatabaseCopy, text: string): Generator<Record<string, unknown>> {
  const ids = new Set(Array.from(text.matchAll(USER_MARK), ([, id]) => id ?? ""));
  for (const id of ids) {
    const user = database.row(
      "select name, display_name, discriminator from users where id = cast(? as integer)",
      [id],
    );
    if (user !== undefined) yield person(id, user);
  }
}
