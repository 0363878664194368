import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, it } from "vitest";
import { type Read, readFolder, withFiles } from "#tests/support/read-downloads.ts";
import { discordHistoryTracker } from "./discord-history-tracker.ts";

const TABLES = `
  create table metadata (key text primary key, value text);
  create table users (id integer primary key not null, name text not null, display_name text, avatar_url text, discriminator text);
  create table servers (id integer primary key not null, name text not null, type text not null, icon_hash text);
  create table channels (id integer primary key not null, server integer not null, name text not null, parent_id integer, position integer, topic text, nsfw integer);
  create table messages (message_id integer primary key not null, sender_id integer not null, channel_id integer not null, text text not null, timestamp integer not null);
  create table attachments (attachment_id integer not null primary key not null, name text not null, type text, normalized_url text not null, download_url text, size integer not null, width integer, height integer);
  create table message_attachments (message_id integer not null, attachment_id integer not null, primary key (message_id, attachment_id));
  create table message_embeds (message_id integer not null, json text not null);
  create table message_reactions (message_id integer not null, emoji_id integer, emoji_name text, emoji_flags integer not null, count integer not null);
  create table message_edit_timestamps (message_id integer primary key not null, edit_timestamp integer not null);
  create table message_replied_to (message_id integer primary key not null, replied_to_id integer not null);
  insert into metadata values ('version', 11);`;
const FILE_TABLES = `
  create table download_metadata (normalized_url text not null primary key, download_url text not null, status integer not null, type text, size integer);
  create table download_blobs (normalized_url text not null primary key, blob blob not null);`;
const ROWS = `
  insert into users values (1200000000000000009, 'ann', 'Ann', null, '0'), (1200000000000000010, 'bob', null, null, '1234');
  insert into servers values (849000000000000001, 'Harbour', 'SERVER', null), (77, 'bob', 'DM', null);
  insert into channels values
    (860000000000000001, 849000000000000001, 'storm thread', 850000000000000001, null, null, null),
    (850000000000000001, 849000000000000001, 'tides', 840000000000000001, 3, 'Heights', 1),
    (77, 77, 'bob', null, null, null, null);
  insert into messages values
    (1200000000000000101, 1200000000000000009, 850000000000000001, 'Low tide <@1200000000000000010> <@55555555555555555555>', 1714564980500),
    (1200000000000000102, 1200000000000000010, 850000000000000001, 'Map', 1714565000000),
    (1200000000000000103, 1200000000000000009, 77, 'hi', 1714566000000),
    (1200000000000000104, 1200000000000000009, 77, 'undated', 99999999999999999);
  insert into attachments values (1, 'map.png', 'image/png', 'https://cdn/map.png', 'https://cdn/map.png?ex=1', 3, 8, 8),
    (2, 'lost.png', 'image/png', 'https://cdn/lost.png', 'https://cdn/lost.png', 4, 8, 8);
  insert into message_attachments values (1200000000000000102, 1), (1200000000000000102, 2);
  insert into message_embeds values (1200000000000000102, '{"type":"rich","title":"Tides","color":255}'), (1200000000000000103, '{"type"');
  insert into message_reactions values (1200000000000000101, null, '👍', 0, 2), (1200000000000000101, 77, 'heron', 0, 1);
  insert into message_edit_timestamps values (1200000000000000102, 1714565060000);
  insert into message_replied_to values (1200000000000000102, 1200000000000000101), (1200000000000000103, 1200000000000000099);`;
const BLOBS = "insert into download_blobs values ('https://cdn/map.png', cast('map' as blob))";

const AUTHOR = { avatar: null, public_flags: 0 };
const ANN = { ...AUTHOR, id: "1200000000000000009", username: "ann", global_name: "Ann", discriminator: "0" };
const BOB = {
  ...AUTHOR,
  id: "1200000000000000010",
  username: "bob",
  global_name: null,
  discriminator: "1234",
};
const inTides = { entity: "discord_messages", server: "849000000000000001", channel: "850000000000000001" };

function write(path: string, ...sql: string[]): void {
  const database = new sqlite.Database(path);
  for (const statements of sql) database.exec(statements);
  database.close();
}
async function read(databases: Record<string, string[]>): Promise<Read | undefined> {
  return withFiles({ "notes.txt": "mine" }, (root) => {
    for (const [name, sql] of Object.entries(databases)) write(join(root, name), ...sql);
    return readFolder(discordHistoryTracker, root);
  });
}

describe("Discord History Tracker", () => {
  it("gives servers, channels before their threads, and messages with the files in the database", async () => {
    const sample = await read({ "archive.dht": [TABLES, FILE_TABLES, ROWS, BLOBS] });
    expect(sample).toEqual({
      scope: "folder",
      records: [
        { entity: "creators", service: "discord", id: "0", name: "Direct Messages" },
        { entity: "creators", service: "discord", id: "849000000000000001", name: "Harbour" },
        { entity: "discord_channels", id: "77", server_id: "0", name: "bob", type: 1 },
        {
          entity: "discord_channels",
          id: "850000000000000001",
          server_id: "849000000000000001",
          name: "tides",
          parent_channel_id: "840000000000000001",
          topic: "Heights",
          is_nsfw: true,
          position: 3,
        },
        {
          entity: "discord_channels",
          id: "860000000000000001",
          server_id: "849000000000000001",
          name: "storm thread",
          parent_channel_id: "850000000000000001",
          type: 11,
        },
        {
          ...inTides,
          id: "1200000000000000101",
          author: ANN,
          content: "Low tide <@1200000000000000010> <@55555555555555555555>",
          added: "2024-05-01T12:03:00.500000",
          published: "2024-05-01T12:03:00.500000",
          mentions: [BOB],
          embeds: [{ type: "reactions", footer: { text: "Reactions: 👍 2, :heron: 1" } }],
        },
        {
          ...inTides,
          id: "1200000000000000102",
          author: BOB,
          content: "Map",
          added: "2024-05-01T12:03:20",
          published: "2024-05-01T12:03:20",
          edited: "2024-05-01T12:04:20",
          embeds: [
            {
              type: "reply",
              title: "Reply",
              url: "https://discord.com/channels/849000000000000001/850000000000000001/1200000000000000101",
            },
            { type: "file", title: "lost.png (not downloaded)", url: "https://cdn/lost.png" },
            { type: "rich", title: "Tides", color: 255 },
          ],
          attachments: [{ name: "map.png", path: "archive.dht", text: "map" }],
        },
        {
          entity: "discord_messages",
          server: "0",
          channel: "77",
          id: "1200000000000000103",
          author: ANN,
          content: "hi",
          added: "2024-05-01T12:20:00",
          published: "2024-05-01T12:20:00",
          embeds: [
            { type: "reply", title: "Reply", url: "https://discord.com/channels/@me/77/1200000000000000099" },
          ],
        },
      ],
      faults: [
        ["archive.dht", "message 1200000000000000102: lost.png was not downloaded; its address is kept"],
        ["archive.dht", "message 1200000000000000103 has an embed that is not JSON"],
        ["archive.dht", "message 1200000000000000104 has no date"],
      ],
      used: ["archive.dht"],
      from: ["archive.dht"],
    });
  });

  it("has files from a database of their own", async () => {
    const sample = await read({ "a.dht": [TABLES, ROWS], "a.dht_downloads": [FILE_TABLES, BLOBS] });
    expect(sample?.records.flatMap(({ attachments }) => attachments ?? [])).toEqual([
      { name: "map.png", path: "a.dht_downloads", text: "map" },
    ]);
    expect(sample?.used).toEqual(["a.dht", "a.dht_downloads"]);
  });

  it("names a database that it cannot read, and reads the others", async () => {
    const sample = await read({
      "damaged.dht": ["create table page (id)"],
      "older.dht": [TABLES, "update metadata set value = 8"],
      "whole.dht": [TABLES, ROWS],
    });
    expect(sample?.faults.slice(0, 2)).toEqual([
      ["damaged.dht", expect.stringContaining("no such table: metadata")],
      ["older.dht", "is of version 8; open it in Discord History Tracker once, which updates it"],
    ]);
    expect(sample?.from).toEqual(["whole.dht"]);
  });

  it("does not recognize other files", async () => {
    expect(
      await withFiles({ "a.dht": "text" }, (root) => readFolder(discordHistoryTracker, root)),
    ).toBeUndefined();
  });
});
