/** Creators and posts that lists name: wanted until they arrive, never what was taken down. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { gapRows } from "#backend/imports/wanted/gaps.ts";
import { addWanted } from "#backend/imports/wanted/lists.ts";
import { hide, restore, takeDown } from "#backend/takedowns/take-down.ts";
import { readWantedList } from "#shared/rules/wanted-list.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { spawnRoost } from "#tests/support/roost.ts";
import { importFolders, patreonFile, patreonPost, writeFiles } from "./import.ts";

const LIST = [
  { service: "patreon", id: "7", name: "Ann" },
  { service: "patreon", user: "7", id: "1", title: "Post 1" },
  { service: "patreon", user: "7", id: "2", title: "Post 2" },
  { service: "fanbox", id: "66", name: "Ink Pond" },
  { service: "fanbox", user: "66", id: "5", title: "Low tide" },
  { url: "https://www.patreon.com/posts/99" },
  { url: "https://www.patreon.com/c/ann" },
  { url: "https://www.patreon.com/c/bea" },
];

const add = (sql: Sql, list: object[]) =>
  transaction(sql, (tx) => addWanted(tx, readWantedList(JSON.stringify(list))));

async function listed(sql: Sql): Promise<string[]> {
  const rows: string[] = [];
  for await (const { service, creator, creator_name: name, post, title, source, missing } of gapRows(sql))
    rows.push(`${missing} ${service}/${creator}/${post} ${name} ${title} ${source}`);
  return rows;
}

test("creators and posts of a list are wanted until they arrive, in whatever order", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  expect(await add(sql, LIST)).toEqual({ added: 8, known: 0, here: 0, taken_down: 0 });
  const all = [
    "creator fanbox/66/null Ink Pond  list",
    "post fanbox/66/5 Ink Pond Low tide list",
    "creator patreon/7/null Ann  list",
    "post patreon/7/1 Ann Post 1 list",
    "post patreon/7/2 Ann Post 2 list",
    "creator patreon/ann/null   list",
    "creator patreon/bea/null   list",
    "post patreon/null/99   list",
  ];
  expect((await listed(sql)).sort()).toEqual([...all].sort());
  expect(await add(sql, LIST)).toEqual({ added: 0, known: 8, here: 0, taken_down: 0 });

  await writeFiles(folder.path, { "a/1.json": patreonPost(1), "a/99.json": patreonPost(99) });
  await importFolders(sql, join(folder.path, "data"), [join(folder.path, "a")]);
  expect(await listed(sql)).toEqual([
    ...all.slice(0, 2),
    "post patreon/7/2 Ann Post 2 list",
    "creator patreon/bea/null   list",
  ]);
  expect(await add(sql, LIST)).toEqual({ added: 0, known: 4, here: 4, taken_down: 0 });
  await sql`delete from posts where id = '1'`;
  expect(await listed(sql)).toContain("post patreon/7/1 Ann Post 1 list");
});

test("creators and posts that were taken down are not wanted, and not kept", async () => {
  await using database = await createDatabase();
  const { sql } = database;
  await add(sql, LIST);
  await takeDown(sql, { service: "patreon", user: "7", post: "2" });
  await takeDown(sql, { service: "fanbox", user: "66", post: null });
  await takeDown(sql, { service: "patreon", user: "8", post: "99" });
  expect((await listed(sql)).filter((row) => /Ink|99|Post 2/.test(row))).toEqual([]);
  expect(await sql`select id from wanted_posts order by id`).toEqual([{ id: "1" }]);
  expect(await sql`select id from wanted_creators order by id`).toEqual([
    { id: "7" },
    { id: "ann" },
    { id: "bea" },
  ]);
  expect(await add(sql, LIST)).toEqual({ added: 0, known: 4, here: 0, taken_down: 4 });
  expect(await sql`select id from wanted_posts order by id`).toEqual([{ id: "1" }]);
});

test("creators that moderators hide are not listed until they are shown again", async () => {
  await using database = await createDatabase();
  const { sql } = database;
  await add(sql, LIST);
  const target = { service: "patreon", user: "7", post: null };
  const all = await listed(sql);
  const { seq } = await transaction(sql, (tx) =>
    hide(tx, { target, kind: "hidden", reason: "", actor: null, days: null }),
  );
  expect((await listed(sql)).filter((row) => row.includes("patreon/7/"))).toEqual([]);
  await transaction(sql, (tx) => restore(tx, seq, { actor: null }));
  expect(await listed(sql)).toEqual(all);
});

test("roost wanted reads lists, reports their lines and prints what is missing", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
  const [list, table] = [join(folder.path, "list.txt"), join(folder.path, "list.csv")];
  await mkdir(data);
  await writeFiles(downloads, { "ann/3_01.png.json": patreonFile(3, 1) });
  const run = (...args: string[]) => spawnRoost(database.url, data, args).ended;
  await run("import", downloads, "--yes");
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  await writeFile(list, utf16("https://kemono.example/patreon/user/7/post/3\nhttps://kemono.example/x\n"));
  await writeFile(table, "service,user,post,title\r\nfanbox,66,5,Low tide\r\nfanbox,66,6,\r\n");
  expect(await run("wanted", "--add", list, "--add", table)).toEqual({
    code: 1,
    out: `${list}: 0 wanted, 1 already here\n${table}: 2 wanted\n`,
    err: `${list}:2: names no creator or post: https://kemono.example/x\n`,
  });
  expect((await run("wanted")).out).toBe(`fanbox/66
  5 Low tide (post, from a list)
  6 (post, from a list)
patreon/7 Ann
  3 Post 3
    picture 1.png
Missing: 2 posts; 1 file of 1 post of 1 creator.
`);
  expect((await run("wanted", "--csv", "--service", "fanbox")).out).toBe(
    "service,creator,creator_name,post,title,name,url,sha256,missing,source,held_by\r\n" +
      "fanbox,66,,5,Low tide,,,,post,list,\r\nfanbox,66,,6,,,,,post,list,\r\n",
  );
  expect((await run("wanted", "--source", "metadata")).out).toMatch(/^patreon\/7 Ann\n/);
  expect(await run("wanted", "--remove", table)).toMatchObject({
    code: 0,
    out: `${table}: 2 not wanted any more\n`,
  });
  expect((await run("wanted", "--service", "fanbox")).out).toBe(
    "Nothing is missing that lists, texts or imports name.\n",
  );
  expect((await run("wanted", "--add", join(folder.path, "none"))).code).toBe(2);
});

test("gallery-dl's database of downloaded files names posts", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const path = join(folder.path, "archive.sqlite3");
  const entries = [
    ...["patreon91000001_1", "patreon91000001_2", "fanbox8101_1", "fantia77_12"],
    ...["kemonopatreon_4001_5_0", "coomerpartyonlyfans_ann_b_6_1", "kemonodiscord_9_8_1"],
    ...["boosty55_1", "twitter123_1"],
  ];
  const archive = new sqlite.Database(path);
  archive.exec("create table archive (entry text primary key) without rowid");
  for (const entry of entries) archive.run("insert into archive values (?)", [entry]);
  archive.close();
  const run = (...args: string[]) => spawnRoost(database.url, join(folder.path, "data"), args).ended;
  expect(await run("wanted", "--add", path)).toMatchObject({ code: 0, out: `${path}: 5 wanted\n` });
  expect((await listed(database.sql)).sort()).toEqual([
    "post fanbox/null/8101   list",
    "post fantia/null/77   list",
    "post onlyfans/ann_b/6   list",
    "post patreon/4001/5   list",
    "post patreon/null/91000001   list",
  ]);
  const other = join(folder.path, "other.sqlite3");
  const second = new sqlite.Database(other);
  second.exec("create table posts (id text)");
  second.close();
  expect(await run("wanted", "--add", other)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${other} is no archive of gallery-dl`),
  });
});
