import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { expect, test } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { createDatabase } from "#tests/support/database.ts";
import { withFiles } from "#tests/support/read-downloads.ts";
import { importRecords } from "../import.ts";
import { FORMATS } from "./formats.ts";
import { Downloads } from "./lib/folder.ts";
import { readDownloads } from "./lib/recognize.ts";

async function write(path: string, sql: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
}

const exported = (exportedAt: string, content: string, timestampEdited: string | null) => ({
  guild: { id: "849", name: "Harbour" },
  channel: {
    id: "850",
    type: "GuildTextChat",
    categoryId: "840",
    category: "Text",
    name: "tides",
    topic: null,
  },
  exportedAt,
  messages: [
    {
      id: "851",
      timestamp: "2024-05-01T14:03:00+02:00",
      timestampEdited,
      content,
      author: { id: "9", name: "ann" },
      attachments: [{ id: "1", url: "media/map.txt", fileName: "map.txt" }],
    },
  ],
});

const FILES = {
  "discord/old [850].json": exported("2024-05-02T10:00:00+02:00", "Lwo tide", null),
  "discord/new [850].json": exported("2024-05-03T10:00:00+02:00", "Low tide", "2024-05-01T12:30:00+00:00"),
  "discord/media/map.txt": "map",
  "onlyfans/ann/Posts/Free/tide.txt": "tide",
  "patreon/fox/posts/101/images/1.txt": "one",
};

const TRACKER = `
  create table metadata (key text primary key, value text);
  create table users (id integer primary key, name text, display_name text, avatar_url text, discriminator text);
  create table servers (id integer primary key, name text, type text, icon_hash text);
  create table channels (id integer primary key, server integer, name text, parent_id integer, position integer, topic text, nsfw integer);
  create table messages (message_id integer primary key, sender_id integer, channel_id integer, text text, timestamp integer);
  create table attachments (attachment_id integer primary key, name text, type text, normalized_url text, download_url text, size integer, width integer, height integer);
  create table message_attachments (message_id integer, attachment_id integer);
  create table message_embeds (message_id integer, json text);
  create table message_edit_timestamps (message_id integer primary key, edit_timestamp integer);
  create table message_replied_to (message_id integer primary key, replied_to_id integer);
  create table download_blobs (normalized_url text primary key, blob blob);
  insert into metadata values ('version', 11);
  insert into users values (9, 'ann', null, null, null);
  insert into servers values (77, 'bob', 'DM', null);
  insert into channels values (77, 77, 'bob', null, null, null, null);
  insert into messages values (1200000000000000103, 9, 77, 'two files', 1714566000000);
  insert into attachments values (1, 'a.txt', null, 'a', 'a', 1, null, null), (2, 'b.txt', null, 'b', 'b', 1, null, null);
  insert into message_attachments values (1200000000000000103, 1), (1200000000000000103, 2);
  insert into download_blobs values ('a', cast('file a' as blob)), ('b', cast('file b' as blob));`;

const USER_DATA = `
  create table posts (id integer primary key, post_id integer, text varchar, price integer, paid integer, archived boolean, created_at timestamp);
  create table messages (id integer primary key, post_id integer, text varchar, price integer, paid integer, archived boolean, created_at timestamp, user_id integer);
  create table medias (id integer primary key, media_id integer, post_id integer, link varchar, directory varchar, filename varchar, size integer, api_type varchar, media_type varchar, preview integer, linked varchar, downloaded integer, created_at timestamp);
  insert into posts values (1, 101, 'Boats & gulls', 0, 0, 0, '2024-05-01 14:03:00');
  insert into messages values (1, 9001, 'Hello', 0, 0, 0, '2024-05-02 14:00:00', 55);
  insert into medias values (1, 1, 101, '', 'Posts/Free', 'tide.txt', 4, 'Posts', 'Images', 0, null, 1, '');`;

const PATREON_POST = JSON.stringify({
  id: "101",
  title: "Low tide",
  content: "<p>Boats</p>",
  publishedAt: "2024-05-01T12:03:00.000+00:00",
  images: [{ filename: "one.txt", downloaded: { path: "fox/posts/101/images/1.txt" } }],
});
const PATREON = `
  create table campaign (campaign_id text primary key, details text);
  create table content (content_id text, content_type text, campaign_id text, details text);
  create table post_comments (post_id text primary key, comments text);
  insert into campaign values ('500', '{"creator":{"id":"77","fullName":"Lantern Fox","vanity":"lanternfox"}}');
  insert into content values ('101', 'post', '500', '${PATREON_POST}');
  insert into post_comments values ('101', '[{"id":"1","body":"Fine","commenter":{"id":"9","fullName":"Ann"},"createdAt":"2024-05-01T15:00:00.000+00:00","replies":[{"id":"2","body":"Thanks","createdAt":"2024-05-01T16:00:00.000+00:00"}]}]');`;

test("an import of databases and exports has their records and files, and the same import again changes nothing", async () => {
  await using database = await createDatabase();
  const { sql } = database;
  await withFiles(FILES, async (root) => {
    await write(join(root, "tracker/archive.dht"), TRACKER);
    await write(join(root, "onlyfans/ann/Metadata/user_data.db"), USER_DATA);
    await write(join(root, "patreon/.patreon-dl/db.sqlite"), PATREON);
    const downloads = await Downloads.open(root);
    const problems: string[] = [];
    const run = () => {
      const onProblem = (path: string, reason: string) => problems.push(`${path}: ${reason}`);
      const records = readDownloads({
        downloads,
        formats: FORMATS,
        zone: "Europe/Berlin",
        creatorOf: () => undefined,
        onProblem,
      });
      return importRecords({
        sql,
        storage: new DiskStorage(join(root, "data")),
        downloads,
        records,
        onProblem,
      });
    };
    const first = await run();
    expect(problems).toEqual([]);
    expect(first.filesStored).toBe(5);
    expect(
      await sql`select service, id, "user", title, content, published, file->>'name' as file, tags from posts order by service`,
    ).toMatchObject([
      {
        service: "onlyfans",
        id: "101",
        user: "ann",
        content: "Boats &amp; gulls",
        published: parseIso("2024-05-01T12:03:00"),
        file: "tide.txt",
      },
      {
        service: "patreon",
        id: "101",
        user: "77",
        title: "Low tide",
        content: "<p>Boats</p>",
        published: parseIso("2024-05-01T12:03:00"),
        file: "one.txt",
      },
    ]);
    expect(await sql`select id, parent_id, content, published from comments order by id`).toMatchObject([
      { id: "1", parent_id: null, content: "Fine", published: parseIso("2024-05-01T15:00:00") },
      { id: "2", parent_id: "1", content: "Thanks", published: parseIso("2024-05-01T16:00:00") },
    ]);
    expect(await sql`select "user", content, published from dms`).toMatchObject([
      { user: "ann", content: "Hello", published: parseIso("2024-05-02T12:00:00") },
    ]);
    expect(
      await sql`select m.id, m.server, m.content, m.edited, jsonb_path_query_array(m.attachments, '$[*].name') as files, r.content as former
                from discord_messages m left join discord_message_revisions r on r.message = m.id order by m.id`,
    ).toMatchObject([
      {
        id: "1200000000000000103",
        server: "0",
        content: "two files",
        files: ["a.txt", "b.txt"],
        former: null,
      },
      {
        id: "851",
        server: "849",
        content: "Low tide",
        edited: parseIso("2024-05-01T12:30:00"),
        files: ["map.txt"],
        former: "Lwo tide",
      },
    ]);
    const again = await run();
    expect(problems).toEqual([]);
    expect(
      new Set([...Object.values(again.added), ...Object.values(again.changed), again.filesStored]),
    ).toEqual(new Set([0]));
  });
});
