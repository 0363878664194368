/** Imports of private messages, of chats and of dates in local time, down to the archive's rows. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { importFolders, writeFiles } from "./import.ts";

test("direct messages of Boosty are direct messages with all their files, and no posts", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const message = (num: number) => ({
    post: { id: 71, authorId: 5, createdAt: 1709576130, content: ["For you"] },
    user: { id: 5, name: "Press", blogUrl: "press" },
    ...{ num, filename: `f${num}`, extension: "png", file: { id: `f${num}` } },
    ...{ category: "boosty", subcategory: "direct-messages" },
  });
  await writeFiles(join(folder.path, "in"), {
    "01 f1.png": "one",
    "01 f1.png.json": message(1),
    "02 f2.png": "two",
    "02 f2.png.json": message(2),
  });
  const { list } = await importFolders(sql, folder.path, [join(folder.path, "in")]);
  expect(list).toEqual([]);
  expect(await sql`select from posts`).toHaveLength(0);
  expect(await sql`select content, file, attachments from dms`).toMatchObject([
    { content: "For you", file: { name: "f1.png" }, attachments: [{ name: "f2.png" }] },
  ]);
});

test("a message that is only a sticker has its name and its picture", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const sticker = { id: "5", name: "Waving Heron", sourceUrl: "x.json_Files/5.png" };
  await writeFiles(join(folder.path, "in"), {
    "x.json": {
      guild: { id: "96", name: "Pier" },
      channel: { id: "960", type: "GuildTextChat", name: "tides" },
      exportedAt: "2024-05-03T10:00:00+00:00",
      messages: [
        {
          ...{ id: "1", timestamp: "2024-05-01T10:00:00+00:00", content: "", stickers: [sticker] },
          author: { id: "9", name: "ann" },
        },
      ],
    },
    "x.json_Files/5.png": "picture",
  });
  const { list } = await importFolders(sql, folder.path, [join(folder.path, "in")]);
  expect(list).toEqual([]);
  expect(await sql`select embeds, attachments from discord_messages`).toMatchObject([
    { embeds: [{ title: "Sticker: Waving Heron" }], attachments: [{ name: "Waving Heron.png" }] },
  ]);
});

test("an import with the right time zone corrects the dates of one without; the same again changes nothing", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeFiles(join(folder.path, "in"), {
    "66.json": {
      ...{ post_id: 66, author_name: "moss", author_nick: "Moss", date: "2024-02-11 03:00:00", title: "T" },
      ...{ content: "<p>x</p>", tags: [], category: "subscribestar", subcategory: "user" },
    },
  });
  const bring = async (zone: string, correctsDates: boolean) => {
    const { changed } = await importFolders(sql, folder.path, [join(folder.path, "in")], {
      zone,
      correctsDates,
    });
    const [post] = await sql`select iso(published) as published from posts`;
    return [post?.["published"], changed.posts];
  };
  expect(await bring("UTC", false)).toEqual(["2024-02-11T03:00:00", 0]);
  expect(await bring("Asia/Tokyo", true)).toEqual(["2024-02-10T18:00:00", 1]);
  expect(await bring("Asia/Tokyo", true)).toEqual(["2024-02-10T18:00:00", 0]);
  expect(await sql`select from post_revisions`).toHaveLength(0);
});
