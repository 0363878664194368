/** `roost import --only-wanted`: of a large folder, only what fills gaps. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { spawnRoost } from "#tests/support/roost.ts";
import { patreonFile, patreonPost, writeFiles } from "./import.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const kemono = (id: string, user: string, files: Record<string, string>, more: object = {}) => ({
  ...{ id, user, username: `Creator ${user}`, service: "fanbox", title: `Post ${id}`, content: "" },
  ...{ published: "2024-05-01T12:00:00", category: "kemono", subcategory: "fanbox", file: {}, ...more },
  attachments: Object.entries(files).map(([name, text]) => ({
    name,
    path: `/${hashOf(text).slice(0, 2)}/${hashOf(text).slice(2, 4)}/${hashOf(text)}.png`,
  })),
});
const comment = {
  id: "c",
  commenter: "5",
  commenter_name: "E",
  content: "Nice",
  published: "2024-05-02T12:00:00",
};

test("wanted posts, posts of wanted creators and missing files are imported, the rest is left out", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const at = (name: string) => join(folder.path, name);
  await mkdir(at("data"));
  await writeFiles(at("mine"), {
    "66/1.json": kemono("1", "66", { "a.png": "a", "b.png": "b" }),
    "66/1_T_01_a.png": "a",
    "ann/3_01.png.json": patreonFile(3, 1),
    "66/2.json": kemono("2", "66", { "whole.png": "whole" }),
    "66/2_T_01_whole.png": "whole",
  });
  await writeFiles(at("friend"), {
    "66/1.json": kemono("1", "66", { "a.png": "a", "b.png": "b" }),
    "66/1_T_01_b.png": "b",
    "66/2.json": kemono("2", "66", { "whole.png": "whole" }, { title: "Another title" }),
    "66/2_T_01_whole.png": "whole",
    "66/4.json": kemono("4", "66", { "new.png": "new" }, { comments: [comment] }),
    "66/4_T_01_new.png": "new!",
    "66/5.json": kemono("5", "66", { "five.png": "five" }, { comments: [comment] }),
    "66/5_T_01_five.png": "five",
    "77/6.json": kemono("6", "77", {}),
    "77/7.json": kemono("7", "77", {}),
    "88/8.json": kemono("8", "88", { "eight.png": "eight" }),
    "88/8_T_01_eight.png": "eight",
    "ann/3_01.png": "three",
    "ann/3_01.png.json": patreonFile(3, 1),
    "ann/9.json": patreonPost(9),
  });
  await writeFile(at("list.csv"), "service,user,post\nfanbox,66,5\nfanbox,77,\n");
  const run = (...args: string[]) => spawnRoost(database.url, at("data"), args).ended;
  await run("import", at("mine"), "--yes");
  await run("wanted", "--add", at("list.csv"));
  await takeDown(sql, { service: "fanbox", user: "77", post: "7" });

  const preview = await run("import", at("friend"), "--only-wanted", "--dry-run");
  expect(preview.out).toMatch(/\n3 creators, 4 posts, 1 comment, 3 files, 10 bytes; 2 posts already here;/);
  expect(preview.out).toContain(
    "\nLeft out, as it fills no gap: 5 posts, 1 other record, 3 files, 14 bytes\n",
  );
  const imported = await run("import", at("friend"), "--only-wanted", "--yes");
  expect(imported.code, imported.err).toBe(0);
  const posts = await sql<{ post: string; title: string; files: number }[]>`
    select service || '/' || "user" || '/' || id as post, title, jsonb_array_length(attachments) as files
    from posts order by 1`;
  expect(posts.map(({ post, title, files }) => `${post} ${title} ${files}`)).toEqual([
    "fanbox/66/1 Post 1 2",
    "fanbox/66/2 Post 2 1",
    "fanbox/66/5 Post 5 1",
    "fanbox/77/6 Post 6 0",
    "patreon/7/3 Post 3 1",
  ]);
  expect((await sql`select id from creators order by id`).map(({ id }) => id)).toEqual(["66", "7", "77"]);
  expect((await sql`select post from comments`).map(({ post }) => post)).toEqual(["5"]);
  expect((await run("wanted")).out).toBe("Nothing is missing that lists, texts or imports name.\n");
  expect((await run("import", at("friend"), "--only-wanted", "--yes")).out).toMatch(
    /\n1 creator, 0 posts, 0 files, 0 bytes;.*\n(.*\n)*Left out, as it fills no gap: 9 posts, /,
  );
});
