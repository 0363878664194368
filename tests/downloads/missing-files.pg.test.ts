/** Files that metadata names and that are not among the downloads: kept per post, listed until they arrive. */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { gapRows } from "#backend/imports/wanted/gaps.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { spawnRoost } from "#tests/support/roost.ts";
import { importFolders, patreonFile, writeFiles } from "./import.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const named = (name: string, text: string) => ({
  ...{ name, path: `/${hashOf(text).slice(0, 2)}/${hashOf(text).slice(2, 4)}/${hashOf(text)}.png` },
  url: `https://example.org/${name}`,
});

/** Metadata of a post whose files are the texts by name. */
const post = (id: string, files: Record<string, string>, more: object = {}) => ({
  ...{ id, user: "7", username: "Ann", service: "fanbox", title: `Post ${id}`, content: "" },
  ...{ published: "2024-05-01T12:00:00", category: "kemono", subcategory: "fanbox", file: {} },
  attachments: Object.entries(files).map(([name, text]) => named(name, text)),
  ...more,
});

const FIRST = {
  "7/1.json": post("1", { "here.png": "here", "gone.png": "gone", "damaged.png": "damaged" }),
  "7/1_T_01_here.png": "here",
  "7/1_T_03_damaged.png": "dama",
  "7/2.json": post("2", { "gone.png": "gone", "a,b.png": "also gone" }),
  "ann/3_01.png.json": patreonFile(3, 1),
};

async function listed(sql: Sql): Promise<string[]> {
  const files: string[] = [];
  for await (const { service, post, name, sha256, url } of gapRows(sql))
    files.push([service, post, name, sha256, url].join(" "));
  return files;
}

const ofFanbox = (id: string, name: string, text: string) =>
  `fanbox ${id} ${name} ${hashOf(text)} https://example.org/${name}`;

test("files that are missing or damaged are listed until a later import brings them to their post", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const [first, second] = [join(folder.path, "first"), join(folder.path, "second")];
  await writeFiles(first, FIRST);
  await importFolders(sql, folder.path, [first]);
  const all = [
    ofFanbox("1", "damaged.png", "damaged"),
    ofFanbox("1", "gone.png", "gone"),
    ofFanbox("2", "a,b.png", "also gone"),
    ofFanbox("2", "gone.png", "gone"),
    "patreon 3 picture 1.png  ",
  ];
  expect(await listed(sql)).toEqual(all);
  const rows = await sql`select xmin::text, * from missing_files order by key`;
  await importFolders(sql, folder.path, [first]);
  expect(await sql`select xmin::text, * from missing_files order by key`).toEqual(rows);

  await writeFiles(second, {
    "7/1.json": post("1", { "other name.png": "gone" }),
    "7/1_T_01.png": "gone",
    "ann/3_01.png": "arrived",
    "ann/3_01.png.json": patreonFile(3, 1),
  });
  await importFolders(sql, folder.path, [second]);
  expect(await listed(sql)).toEqual([all[0], all[2], all[3]]);

  await takeDown(sql, { service: "", user: "", post: null, file: hashOf("gone") }, "asked");
  expect(await listed(sql)).toEqual([all[0], all[2]]);
  await takeDown(sql, { service: "fanbox", user: "7", post: "1" }, "asked");
  expect(await listed(sql)).toEqual([all[2]]);
  await rm(first, { recursive: true });
});

test("roost wanted prints them as text, JSON and CSV, and says that nothing is missing", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
  await mkdir(data);
  await writeFiles(downloads, FIRST);
  const run = (...args: string[]) => spawnRoost(database.url, data, args).ended;
  expect(await run("wanted")).toMatchObject({
    ...{ code: 0, err: "" },
    out: "Nothing is missing that lists, texts or imports name.\n",
  });
  expect([(await run("wanted", "--json")).out, (await run("wanted", "--csv")).out]).toEqual([
    "[]\n",
    "service,creator,creator_name,post,title,name,url,sha256,missing,source,held_by\r\n",
  ]);
  const imported = await run("import", downloads, "--yes");
  expect(imported.out).toContain('5 files of posts are missing; "roost wanted" lists them.\n');
  const url = "https://example.org";
  expect((await run("wanted")).out).toBe(`fanbox/7 Ann
  1 Post 1
    damaged.png  ${hashOf("damaged")}  ${url}/damaged.png
    gone.png  ${hashOf("gone")}  ${url}/gone.png
  2 Post 2
    a,b.png  ${hashOf("also gone")}  ${url}/a,b.png
    gone.png  ${hashOf("gone")}  ${url}/gone.png
patreon/7 Ann
  3 Post 3
    picture 1.png
Missing: 5 files of 3 posts of 2 creators.
`);
  const json = JSON.parse((await run("wanted", "--json")).out);
  expect([json.length, json[4]]).toEqual([
    5,
    {
      ...{ service: "patreon", creator: "7", creator_name: "Ann", post: "3", title: "Post 3" },
      ...{ name: "picture 1.png", url: null, sha256: null },
      ...{ missing: "file", source: "metadata", held_by: [] },
    },
  ]);
  const csv = (await run("wanted", "--csv")).out.split("\r\n");
  expect(csv[3]).toBe(
    `fanbox,7,Ann,2,Post 2,"a,b.png","${url}/a,b.png",${hashOf("also gone")},file,metadata,`,
  );
  expect(csv[5]).toBe("patreon,7,Ann,3,Post 3,picture 1.png,,,file,metadata,");
  expect((await run("wanted", "--csv", "--json")).code).not.toBe(0);
});
