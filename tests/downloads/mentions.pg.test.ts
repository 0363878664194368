/** Posts that imported ones name are known to exist: neighbors, revisions and links. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { gapRows } from "#backend/imports/wanted/gaps.ts";
import { addWanted } from "#backend/imports/wanted/lists.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { readWantedList } from "#shared/rules/wanted-list.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { importFolders, writeFiles } from "./import.ts";

const post = (id: string, more: object = {}) => ({
  ...{ id, user: "7", service: "fanbox", title: `Post ${id}`, content: "", published: "2024-05-01T12:00:00" },
  ...{ file: {}, attachments: [], ...more },
});

async function listed(sql: Sql): Promise<string[]> {
  const rows: string[] = [];
  for await (const { service, creator, post: id, title, source } of gapRows(sql))
    rows.push(`${service}/${creator}/${id} ${source} ${title}`.trim());
  return rows;
}

const LINKS = `<p><a href="https://www.patreon.com/posts/low-tide-55">before</a> and
  https://kemono.example/fanbox/user/8/post/3, <a href="https://example.org/posts/1">elsewhere</a>
  <a href="https://kemono.example/fanbox/user/7/post/1">this post</a>
  <a href="https://kemono.example/fanbox/user/7/post/2">that is here</a></p>`;

test("neighbors, revisions of absent posts and links are listed until the posts arrive", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const at = (name: string) => join(folder.path, name);
  await writeFiles(at("first"), {
    "Ann/One/post.json": post("1", { prev: "2", next: "5", content: LINKS }),
    "Ann/Two/post.json": post("2", { next: "1", prev: null }),
    "9/9.json": { ...post("9"), category: "kemono", subcategory: "fanbox", prev: "8", next: "10" },
    "9/10r.json": { ...post("10"), category: "kemono", subcategory: "fanbox", revision_id: 4 },
  });
  await importFolders(sql, at("data"), [at("first")]);
  const all = [
    "fanbox/8/3 link",
    "fanbox/7/10 neighbor Post 10",
    "fanbox/7/5 neighbor",
    "fanbox/7/8 neighbor",
    "patreon/null/55 link",
  ];
  expect(await listed(sql)).toEqual(all);
  await importFolders(sql, at("data"), [at("first")]);
  expect(await listed(sql)).toEqual(all);

  const list = readWantedList("https://x.example/fanbox/user/8/post/3");
  await transaction(sql, (tx) => addWanted(tx, list));
  await takeDown(sql, { service: "fanbox", user: "7", post: "8" });
  await writeFiles(at("second"), { "Ann/Five/post.json": post("5", { next: "8" }) });
  await importFolders(sql, at("data"), [at("second")]);
  expect(await listed(sql)).toEqual(["fanbox/8/3 list", all[1], all[4]]);
});

test("a revision names its post, if nothing else does", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const revision = { ...post("10"), category: "kemono", subcategory: "fanbox", revision_id: 4 };
  await writeFiles(join(folder.path, "in"), { "9/10r.json": revision });
  await importFolders(database.sql, join(folder.path, "data"), [join(folder.path, "in")]);
  expect(await listed(database.sql)).toEqual(["fanbox/7/10 revision Post 10"]);
});
