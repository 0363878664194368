/** Texts that programs saved of posts are kept with them, and read again by `roost reimport`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { postSources } from "#backend/imports/post-sources.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { spawnRoost } from "#tests/support/roost.ts";
import { archiveOf, importFolders, patreonFile, patreonPost, writeFiles } from "./import.ts";

const ktoolbox = (id: string, more: object = {}) => ({
  ...{ id, user: "7", service: "fanbox", title: `Post ${id}`, content: "", published: "2024-05-01T12:00:00" },
  ...{ file: {}, attachments: [], tags: ["tide"], ...more },
});

const FILES = {
  "box/Ann/One/post.json": ktoolbox("1"),
  "box/Ann/One/content.txt": "<p>Low tide</p>",
  "dl/ann/3_01.png": "three",
  "dl/ann/3_01.png.json": patreonFile(3, 1),
  "dl/dump.json": [4, 5].map((id) => [3, "https://example.org/x", patreonPost(id)]),
  "dl/big.json": patreonPost(6, { content: "x".repeat(300_000) }),
};

async function kept(sql: Sql): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for await (const { service, post, program, files } of postSources(sql, undefined))
    all[`${service}/${post} ${program}`] = Object.entries(files).map(([path, bytes]) => `${path} ${bytes}`);
  return all;
}

test("texts of one post are kept as they were, and go with it", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeFiles(join(folder.path, "in"), FILES);
  await importFolders(sql, join(folder.path, "data"), [join(folder.path, "in")]);
  const all = {
    "fanbox/1 KToolBox": [
      `box/Ann/One/post.json ${JSON.stringify(FILES["box/Ann/One/post.json"])}`,
      "box/Ann/One/content.txt <p>Low tide</p>",
    ],
    "patreon/3 gallery-dl": [`dl/ann/3_01.png.json ${JSON.stringify(patreonFile(3, 1))}`],
  };
  expect(await sql`select id from posts order by id`).toHaveLength(5);
  expect(await kept(sql)).toEqual(all);
  const [before] = await sql`select xmin::text from post_sources where post = '1'`;
  await importFolders(sql, join(folder.path, "data"), [join(folder.path, "in")]);
  expect(await sql`select xmin::text from post_sources where post = '1'`).toEqual([before]);
  await takeDown(sql, { service: "fanbox", user: "7", post: "1" });
  expect(Object.keys(await kept(sql))).toEqual(["patreon/3 gallery-dl"]);
});

test("a file of several posts is kept for none, also where a later batch has the other", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const posts = Array.from({ length: 1_000 }, (_, n) => [3, "https://example.org/x", patreonPost(n + 1)]);
  await writeFiles(join(folder.path, "in"), { "dl/dump.json": posts });
  await importFolders(database.sql, join(folder.path, "data"), [join(folder.path, "in")]);
  expect(await database.sql`select from posts`).toHaveLength(1_000);
  expect(await kept(database.sql)).toEqual({});
});

test("roost reimport adds what an earlier reader left out, and changes nothing else", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const data = join(folder.path, "data");
  await mkdir(data);
  const run = (...args: string[]) => spawnRoost(database.url, data, ["reimport", ...args]).ended;
  await writeFiles(join(folder.path, "in"), FILES);
  await importFolders(sql, data, [join(folder.path, "in")]);
  const whole = await archiveOf(sql);
  expect(await run()).toMatchObject({ code: 0, err: "" });
  const { index_outbox: _, ...again } = await archiveOf(sql);
  expect(again).toEqual(
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== "index_outbox")),
  );

  const texts = () => sql`select id, title, content, tags, attachments from posts order by id`;
  const right = await texts();
  await sql`update posts set tags = null, content = ''`;
  expect((await run("--format", "KToolBox")).code).toBe(0);
  expect((await texts()).map(({ tags }) => tags !== null)).toEqual([true, false, false, false, false]);
  expect((await run()).code).toBe(0);
  expect((await texts()).slice(0, 2)).toEqual(right.slice(0, 2));
  expect(await run("--format", "nothing")).toMatchObject({ code: 2 });

  await sql`update post_sources set program = 'fantiadl', files = (select files from post_sources where post = '3') where post = '1'`;
  const lost = await run();
  expect([lost.code, lost.err]).toEqual([1, "fanbox/1: is not recognized as fantiadl's any more\n"]);
});
