import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, test } from "vitest";
import { readSample } from "#tests/support/downloads.ts";
import { pixivUtil2 } from "./pixivutil2.ts";

const FOLDER = "FANBOX 墨池 (66000001)";
const KEY = "e8cb42f0cb85cbb94c195303";
const info = (id: string, title: string, mode: string, caption: string, more = "") =>
  [
    "ArtistID      = 66000001",
    "ArtistName    = 墨池",
    `ImageID       = ${id}`,
    `Title         = ${title}`,
    `Caption       = ${caption}`,
    `Image Mode    = ${mode}`,
    "Pages         = 2",
    "Date          = 2024-01-01T00:00:00+09:00",
    "Like Count    = 8",
    `Link          = https://www.fanbox.cc/@inkpond/posts/${id}`,
    more,
  ].join("\r\n");
const PAGE = `<html><head><title>墨池 - Lotus</title></head><body><div class="root"><div class="main article">
<div class="cover"><img src="8100003_${KEY} - Lotus.jpeg"></div>
<div class="title"><h1>Lotus &amp; reeds</h1><h5>2024-02-03T04:05:06+09:00</h5></div>
<div class="article caption"><p>First <b>ink</b>.</p></div></div></body></html>`;

const file = (name: string, shown: string) => ({
  entry: expect.objectContaining({ path: `${FOLDER}/${name}` }),
  name: shown,
});

/** A database with the program's tables and invented rows. */
async function database(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "roost-pixivutil2-"));
  try {
    const db = new sqlite.Database(join(folder, "db.sqlite"));
    db.exec(`
      create table pixiv_master_member (member_id integer primary key, name text, save_folder text);
      create table fanbox_master_post (member_id integer, post_id integer primary key, title text,
        fee_required integer, published_date date, updated_date date, post_type text, last_update_date date);
      create table fanbox_post_image (post_id integer, page integer, save_name text, created_date date,
        last_update_date date, primary key (post_id, page));
      insert into pixiv_master_member values (66000001, 'inkpond', null);
      insert into fanbox_master_post values
        (66000001, 8100001, 'Reeds', 500, '2024-01-05T21:00:00+09:00', '2024-01-06T09:30:00+09:00', 'image', null),
        (66000001, 8100002, 'Locked', 1000, '2024-01-07T00:00:00+09:00', null, 'image', null),
        (66000001, 8100004, 'Free text', 0, '2024-01-08T00:00:00+09:00', null, 'text', null),
        (77, 9000000, 'Another', 1000, '2024-01-07T00:00:00+09:00', null, 'image', null);
      insert into fanbox_post_image values
        (8100001, -1, 'C:\\FANBOX\\cover of reeds.jpeg', null, null),
        (8100001, 0, 'C:\\FANBOX\\reeds.png', null, null);`);
    db.close();
    return await readFile(join(folder, "db.sqlite"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("PixivUtil2", () => {
  test("covers, pages and texts of FANBOX posts", async () => {
    const { records, reports, unused } = await readSample(pixivUtil2, {
      [`${FOLDER}/8100001_p0_dddddddddddddddddddddddd - Reeds.png`]: "without a text",
      [`${FOLDER}/8100002_${KEY} - Tide.jpeg`]: "cover",
      [`${FOLDER}/8100002_p10_aaaaaaaaaaaaaaaaaaaaaaaa - Tide.png`]: "ten",
      [`${FOLDER}/8100002_p2_bbbbbbbbbbbbbbbbbbbbbbbb - Tide.mp4`]: "two",
      [`${FOLDER}/8100002 - Tide.txt`]: info(
        "8100002",
        "Tide = low",
        "image",
        "One <3\r\nDate          = none\r\nTwo",
      ),
      [`${FOLDER}/8100003 - Lotus.html`]: PAGE,
      [`${FOLDER}/8100003_p0_cccccccccccccccccccccccc - Lotus.zip`]: "zip",
      [`${FOLDER}/8100005 - Film.txt`]: info(
        "8100005",
        "Film",
        "video, Restricted",
        'See & hear<br /><a href="https://example.org/film">film</a>',
        "Urls          =\r\n - https://example.org/x\r\n",
      ),
      [`${FOLDER}/notes.txt`]: "my own",
    });
    const post = (id: string, more: object) => ({
      entity: "posts",
      fields: { service: "fanbox", id, user: "66000001", ...more },
      from: expect.stringContaining(`${FOLDER}/${id}`),
    });
    expect(records).toEqual([
      {
        entity: "creators",
        fields: { service: "fanbox", id: "66000001", name: "墨池" },
        from: `${FOLDER}/8100001_p0_dddddddddddddddddddddddd - Reeds.png`,
      },
      post("8100001", {
        attachments: [
          file("8100001_p0_dddddddddddddddddddddddd - Reeds.png", "dddddddddddddddddddddddd.png"),
        ],
      }),
      {
        entity: "creators",
        fields: { service: "fanbox", id: "66000001", name: "墨池", public_id: "inkpond" },
        from: `${FOLDER}/8100002 - Tide.txt`,
      },
      post("8100002", {
        title: "Tide = low",
        content: "One &lt;3<br>Date          = none<br>Two",
        published: "2023-12-31T15:00:00",
        file: file(`8100002_${KEY} - Tide.jpeg`, `${KEY}.jpeg`),
        attachments: [
          file("8100002_p2_bbbbbbbbbbbbbbbbbbbbbbbb - Tide.mp4", "bbbbbbbbbbbbbbbbbbbbbbbb.mp4"),
          file("8100002_p10_aaaaaaaaaaaaaaaaaaaaaaaa - Tide.png", "aaaaaaaaaaaaaaaaaaaaaaaa.png"),
        ],
      }),
      post("8100003", {
        title: "Lotus & reeds",
        content: "<p>First <b>ink</b>.</p>",
        published: "2024-02-02T19:05:06",
        attachments: [
          file("8100003_p0_cccccccccccccccccccccccc - Lotus.zip", "cccccccccccccccccccccccc.zip"),
        ],
      }),
      post("8100005", {
        title: "Film",
        content: 'See &amp; hear<br /><a href="https://example.org/film">film</a>',
        published: "2023-12-31T15:00:00",
      }),
    ]);
    expect(reports).toEqual([]);
    expect(unused).toEqual([`${FOLDER}/notes.txt`]);
  });

  test("the database gives titles, dates, names of files and the fee of what was locked", async () => {
    const { records } = await readSample(pixivUtil2, {
      "db.sqlite": await database(),
      [`${FOLDER}/8100001_p1_dddddddddddddddddddddddd - Reeds.png`]: "one",
      [`${FOLDER}/cover of reeds.jpeg`]: "cover",
      [`${FOLDER}/reeds.png`]: "zero",
    });
    expect(records.slice(1)).toEqual([
      {
        entity: "posts",
        fields: {
          service: "fanbox",
          id: "8100001",
          user: "66000001",
          title: "Reeds",
          published: "2024-01-05T12:00:00",
          edited: "2024-01-06T00:30:00",
          file: file("cover of reeds.jpeg", "cover of reeds.jpeg"),
          attachments: [
            file("reeds.png", "reeds.png"),
            file("8100001_p1_dddddddddddddddddddddddd - Reeds.png", "dddddddddddddddddddddddd.png"),
          ],
        },
        from: `${FOLDER}/8100001_p1_dddddddddddddddddddddddd - Reeds.png`,
      },
      {
        entity: "posts",
        fields: {
          service: "fanbox",
          id: "8100002",
          user: "66000001",
          title: "Locked",
          published: "2024-01-06T15:00:00",
          incomplete_rewards: { price: 1000, media_count: 0, photo_count: 0, video_count: 0 },
        },
        from: "db.sqlite",
      },
    ]);
  });

  test("without a named folder the creator comes from the database, else from the person", async () => {
    const media = { "out/8100001_p1_dddddddddddddddddddddddd - Reeds.png": "one" };
    const known = await readSample(pixivUtil2, { ...media, "out/db.sqlite": await database() });
    expect(known.records[0]?.fields).toEqual({ service: "fanbox", id: "66000001", name: "inkpond" });
    expect(known.unused).toEqual([]);
    expect((await readSample(pixivUtil2, media)).records).toEqual([]);
    const creatorOf = () => ({ service: "fanbox", id: "5", name: "Ann" });
    expect((await readSample(pixivUtil2, media, { creatorOf })).records[1]).toMatchObject({
      fields: { id: "8100001", user: "5" },
    });
  });

  test("a damaged database is named and the files are read without it", async () => {
    const { records, reports } = await readSample(pixivUtil2, {
      "db.sqlite": (await database()).subarray(0, 5000),
      [`${FOLDER}/8100001_p1_dddddddddddddddddddddddd - Reeds.png`]: "one",
    });
    expect(records).toHaveLength(2);
    expect(reports).toEqual([expect.stringMatching(/^db\.sqlite: cannot be read as a database/)]);
  });

  test("before October 2021, the folder has the creator only", async () => {
    const { records } = await readSample(pixivUtil2, {
      [`墨池 (66000001)/8100001_p0_${KEY} - Reeds.png`]: "reeds",
    });
    expect(records).toMatchObject([
      { entity: "creators", fields: { service: "fanbox", id: "66000001", name: "墨池" } },
      { entity: "posts", fields: { id: "8100001", user: "66000001" } },
    ]);
  });
});
