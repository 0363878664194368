import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, it } from "vitest";
import { type Files, type Read, readFolder, withFiles } from "#tests/support/read-downloads.ts";
import { userData } from "./user-data.ts";

interface Sample {
  /** Path of the database. */
  at: string;
  sql: string[];
  files?: Files;
  zone?: string;
  /** The folder to read. */
  folder: string;
}

async function read({ at, sql, files = {}, zone, folder }: Sample): Promise<Read> {
  const read = await withFiles(files, async (root) => {
    await mkdir(dirname(join(root, at)), { recursive: true });
    const database = new sqlite.Database(join(root, at));
    for (const statements of sql) database.exec(statements);
    database.close();
    return readFolder(userData, root, { zone, at: folder });
  });
  if (read === undefined) throw new Error("The folder was not recognized.");
  return read;
}
const hash = (service: string, id: string) =>
  createHash("sha256").update(`${service} message ${id}`).digest("hex");

const OF_DL = `
  create table medias (id integer not null, media_id integer, post_id integer not null, link varchar, directory varchar, filename varchar, size integer, api_type varchar, media_type varchar, preview integer, linked varchar, downloaded integer, created_at timestamp, record_created_at timestamp, primary key(id), unique(media_id));
  create table messages (id integer not null, post_id integer not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, user_id integer, record_created_at timestamp, primary key(id), unique(post_id));
  create table posts (id integer not null, post_id integer not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, record_created_at timestamp, primary key(id), unique(post_id));
  create table stories (id integer not null, post_id integer not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, record_created_at timestamp, primary key(id), unique(post_id));
  create table others (id integer not null, post_id integer not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, record_created_at timestamp, primary key(id), unique(post_id));
  create table products (id integer not null, post_id integer not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, title varchar, record_created_at timestamp, primary key(id), unique(post_id));
  create table profiles (id integer not null, user_id integer not null, username varchar not null, record_created_at timestamp, primary key(id), unique(username));`;

const OF_SCRAPER = `
  create table medias (id integer not null, media_id integer, post_id integer not null, link varchar, directory varchar, filename varchar, size integer, api_type varchar, media_type varchar, preview integer, linked bool, downloaded bool, created_at timestamp, posted_at timestamp, duration varchar, unlocked bool, hash varchar, model_id integer, primary key (id), unique (media_id,model_id,post_id));
  create table messages (id integer not null, post_id integer not null, text varchar, price integer, paid boolean, archived boolean, created_at timestamp, user_id integer, model_id integer, is_deleted boolean default 0, primary key (id), unique (post_id,model_id));
  create table posts (id integer not null, post_id integer not null, text varchar, price integer, paid boolean, archived boolean, pinned boolean, stream boolean, opened boolean, created_at timestamp, model_id integer, is_deleted boolean default 0, primary key (id), unique (post_id,model_id));
  create table labels (id integer not null, label_id integer, name varchar, type varchar, post_id integer, model_id integer, primary key (id), unique (post_id,label_id,model_id));
  create table profiles (id integer not null, user_id integer not null, username varchar not null, primary key (id), unique (user_id,username));
  create table models (id integer not null, model_id integer not null, primary key (id), unique (model_id));`;

const ULTIMA = `
  create table alembic_version (version_num varchar(32) not null);
  create table medias (id integer primary key, media_id integer, post_id integer not null, link varchar, directory varchar, filename varchar, size integer, api_type varchar, media_type varchar, preview integer, linked varchar, downloaded integer, created_at timestamp);
  create table messages (id integer primary key, post_id integer unique not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp, user_id integer);
  create table posts (id integer primary key, post_id integer unique not null, text varchar, price integer, paid integer, archived boolean, created_at timestamp);
  create table profiles (id integer primary key, user_id integer not null, username varchar unique not null);`;

describe("user_data.db", () => {
  it("of OF-DL: the folder names the creator, times are local, files may have been moved", async () => {
    const sample = await read({
      at: "OnlyFans/ann/Metadata/user_data.db",
      folder: "OnlyFans/ann",
      zone: "Europe/Berlin",
      sql: [
        OF_DL,
        `insert into posts values
          (1, 101, 'Low tide <3' || char(10) || 'Boats & gulls', '0', 0, 0, '2024-05-01 14:03:00', '2024-06-01 10:00:00'),
          (2, 102, '<p>Paid &amp; <em>opened</em></p>', '12', 1, 0, '2024-01-01 00:30:00.5', '2024-06-01 10:00:00'),
          (3, 103, '', '9.5', 0, 0, 'soon', '2024-06-01 10:00:00');
        insert into stories values (1, 101, '', '0', 0, 0, '2024-05-03 12:00:00', '2024-06-01 10:00:00');
        insert into products values (1, 7, 'A print', '0', 1, 0, '2024-05-03 12:00:00', 'Chart', '2024-06-01 10:00:00');
        insert into messages values
          (1, 9001, 'Hello<br />you', '0', 1, 0, '2024-05-02 00:00:00', 55, '2024-06-01 10:00:00'),
          (2, 9002, 'thanks!', '0', 1, 0, '2024-05-02 00:01:00', 66, '2024-06-01 10:00:00'),
          (3, 9003, 'undated', '0', 1, 0, '', 55, '2024-06-01 10:00:00');
        insert into medias values
          (1, 1, 101, 'https://cdn/1', '__user_data__/sites/OnlyFans/ann/Posts/Free/101 2024-05-01/Images', 'map.jpg', 3, 'Posts', 'Images', 0, null, 1, '2024-05-01 14:03:00', ''),
          (2, 2, 101, 'https://cdn/2', 'C:\\of\\ann\\Posts\\Free\\Videos', 'tide.mp4', 4, 'Posts', 'Videos', 0, null, 1, '', ''),
          (3, 3, 103, 'https://cdn/3', 'NULL', 'NULL', null, 'Posts', 'Videos', 0, null, 0, '', ''),
          (4, 4, 102, 'https://cdn/4', 'Posts/Paid', 'lost.jpg', 5, 'Posts', 'Images', 0, null, 1, '', ''),
          (5, 5, 9001, 'https://cdn/5', 'Messages/Free/Images', 'a.jpg', 1, 'Messages', 'Images', 0, null, 1, '', ''),
          (6, 6, 9001, 'https://cdn/6', 'Messages/Free/Images', 'b.jpg', 1, 'Messages', 'Images', 0, null, 1, '', ''),
          (7, 7, 101, 'https://cdn/7', 'Stories/Free/Images', 'story.jpg', 1, 'Stories', 'Images', 0, null, 1, '', '');`,
      ],
      files: {
        "OnlyFans/ann/Posts/Free/101 2024-05-01/Images/map.jpg": "map",
        "OnlyFans/ann/Posts/Free/Videos/tide.mp4": "tide",
        "OnlyFans/ann/Messages/Free/Images/a.jpg": "a",
        "OnlyFans/ann/Messages/Free/Images/b.jpg": "b",
        "OnlyFans/ann/Stories/Free/Images/story.jpg": "s",
      },
    });
    const post = { entity: "posts", service: "onlyfans", user: "ann" };
    const file = (path: string, size: number) => ({
      name: path.slice(path.lastIndexOf("/") + 1),
      path: `OnlyFans/ann/${path}`,
      size,
    });
    expect(sample).toEqual({
      scope: "tree",
      records: [
        { entity: "creators", service: "onlyfans", id: "ann", name: "ann" },
        {
          ...post,
          id: "101",
          content: "Low tide &lt;3<br>Boats &amp; gulls",
          published: "2024-05-01T12:03:00",
          file: file("Posts/Free/101 2024-05-01/Images/map.jpg", 3),
          attachments: [file("Posts/Free/Videos/tide.mp4", 4)],
        },
        {
          ...post,
          id: "102",
          content: "<p>Paid &amp; <em>opened</em></p>",
          published: "2023-12-31T23:30:00.500000",
        },
        {
          ...post,
          id: "103",
          incomplete_rewards: { price: 9.5, media_count: 1, photo_count: 0, video_count: 1 },
        },
        {
          ...post,
          id: "story-101",
          published: "2024-05-03T10:00:00",
          file: file("Stories/Free/Images/story.jpg", 1),
        },
        { ...post, id: "product-7", title: "Chart", content: "A print", published: "2024-05-03T10:00:00" },
        {
          entity: "dms",
          hash: hash("onlyfans", "9001"),
          service: "onlyfans",
          user: "ann",
          content: "Hello<br />you",
          added: "2024-05-01T22:00:00",
          published: "2024-05-01T22:00:00",
          file: file("Messages/Free/Images/a.jpg", 1),
          attachments: [file("Messages/Free/Images/b.jpg", 1)],
        },
      ],
      faults: [
        ["OnlyFans/ann/Metadata/user_data.db", "post 102 names Posts/Paid/lost.jpg, which is not there"],
        ["OnlyFans/ann/Metadata/user_data.db", "message 9003 has no date"],
      ],
      used: ["OnlyFans/ann/Metadata/user_data.db"],
      from: ["OnlyFans/ann/Metadata/user_data.db"],
    });
  });

  it("of OF-Scraper: files are in another folder, labels are tags, times have an offset", async () => {
    const at = "config/main_profile/.data/55/user_data.db";
    const sample = await read({
      at,
      folder: "config/main_profile/.data/55",
      zone: "Asia/Tokyo",
      sql: [
        OF_SCRAPER,
        `insert into profiles values (1, 55, 'ann_old'), (2, 55, 'ann');
        insert into posts values (1, 101, '<p>Low tide</p>', 0, 0, 0, 0, 0, 1, '2024-05-01T12:03:00+00:00', 55, 0),
          (2, 102, 'of another creator', 0, 0, 0, 0, 0, 1, '2024-05-01T12:03:00+00:00', 77, 0);
        insert into labels values (1, 1, 'sea', 'general', 101, 55), (2, 2, 'boats', 'general', 101, 55);
        insert into messages values (1, 9001, 'Hello', 0, 0, 0, '2024-05-02T00:00:00+00:00', 55, 55, 0),
          (2, 9002, 'mine', 0, 0, 0, '2024-05-02T00:00:00+00:00', 66, 55, 0);
        insert into medias values
          (1, 1, 101, null, '/home/me/of/ann/Posts/Images', 'map.jpg', 3, 'Timeline', 'Images', 0, 0, 1, '', '', null, 1, 'x', 55),
          (2, 1, 9001, null, '/home/me/of/ann/Posts/Images', 'map.jpg', 3, 'Messages', 'Images', 0, 0, 1, '', '', null, 1, 'x', 55);`,
      ],
      files: {
        "of/ann/Posts/Images/map.jpg": "map",
        "config/main_profile/.data/55/backup/old_schema_db_backup.db": "x",
        [`${at}-shm`]: "of the program that has it open",
      },
    });
    const file = { name: "map.jpg", path: "of/ann/Posts/Images/map.jpg", size: 3 };
    expect(sample).toEqual({
      scope: "folder",
      records: [
        { entity: "creators", service: "onlyfans", id: "ann", name: "ann" },
        {
          entity: "posts",
          service: "onlyfans",
          id: "101",
          user: "ann",
          content: "<p>Low tide</p>",
          published: "2024-05-01T12:03:00",
          tags: ["boats", "sea"],
          file,
        },
        {
          entity: "dms",
          hash: hash("onlyfans", "9001"),
          service: "onlyfans",
          user: "ann",
          content: "Hello",
          added: "2024-05-02T00:00:00",
          published: "2024-05-02T00:00:00",
          file,
        },
      ],
      faults: [],
      used: ["config/main_profile/.data/55/backup/old_schema_db_backup.db", at, `${at}-shm`],
      from: [at],
    });
  });

  it("of UltimaScraper: times are UTC whatever the zone, once with the day first; Fansly by its numbers", async () => {
    const sample = await read({
      at: "sites/Fansly/ann/Metadata/user_data.db",
      folder: "sites/Fansly/ann",
      zone: "Asia/Tokyo",
      sql: [
        ULTIMA,
        `insert into profiles values (1, 285000000000000001, 'ann');
        insert into posts values (1, 720000000000000001, 'Low tide', 0, 0, 0, '2024-05-01 12:03:00.000000'),
          (2, 720000000000000002, 'High tide', 0, 0, 0, '01-06-2020 09:00:00');
        insert into messages values (1, 9001, 'Hello', 0, 0, 0, '2024-05-02 00:00:00.000000', 285000000000000001);`,
      ],
    });
    expect(sample.records).toMatchObject([
      { entity: "creators", service: "fansly", id: "285000000000000001", name: "ann" },
      { id: "720000000000000001", user: "285000000000000001", published: "2024-05-01T12:03:00" },
      { id: "720000000000000002", published: "2020-06-01T09:00:00" },
      {
        entity: "dms",
        user: "285000000000000001",
        hash: hash("fansly", "9001"),
        published: "2024-05-02T00:00:00",
      },
    ]);
  });

  it("of UltimaScraper: Fansly is recognized by its links as well", async () => {
    const link =
      "insert into medias values (1, 1, 1, 'https://cdn3.fansly.com/1.jpg', '', '', 0, 'Posts', 'Images', 0, null, 0, '')";
    const profile = "insert into profiles values (1, 5, 'ann')";
    const sample = await read({
      at: "ann/Metadata/user_data.db",
      folder: "ann",
      sql: [ULTIMA, link, profile],
    });
    expect(sample.records).toEqual([{ entity: "creators", service: "fansly", id: "5", name: "ann" }]);
  });

  it("names a database that is another program's, or none", async () => {
    const at = "ann/Metadata/user_data.db";
    const other = await read({ at, folder: "ann", sql: ["create table page (id)"] });
    expect(other).toMatchObject({
      records: [],
      faults: [[at, "has no posts and media, so it belongs to another program"]],
    });
    const none = await withFiles({ [at]: "text" }, (root) => readFolder(userData, root, { at: "ann" }));
    expect(none).toMatchObject({ records: [], faults: [[at, "is no SQLite database"]] });
    expect(await withFiles({ "a.db": "text" }, (root) => readFolder(userData, root))).toBeUndefined();
  });
});
