/** The same posts from several programs: one archive, whatever the order of their imports. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import type { Contradiction } from "#backend/imports/import.ts";
import { type Folder, temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { hashed, stored } from "#tests/support/stored.ts";
import { archiveOf, importFolders, writeFiles } from "./import.ts";

const CONTENT = "<p>Boats, nets and a red lamp.</p>";
const DAY = "2024-05-01T12:00:00";

/** Metadata that gallery-dl saves of a post of an archive with Kemono's API. */
const kemonoPost = (id: string, more: object = {}) => ({
  ...{ id, user: "1", username: "Ann (old)", service: "patreon", title: `Post ${id}`, content: "", file: {} },
  ...{ published: DAY, category: "kemono", subcategory: "patreon", attachments: [], tags: ["sea"] },
  ...more,
});

/** The same by KToolBox. */
const ktoolboxPost = (id: string, more: object = {}) => ({
  ...{
    id,
    user: "1",
    service: "patreon",
    title: `Post ${id}`,
    content: "",
    published: DAY,
    file: {},
    attachments: [],
  },
  ...more,
});

const patreonDlPost = (id: string, attributes: object) => ({
  [`ann - Ann/posts/${id}/post_info/post-api.json`]: {
    data: {
      ...{ id, type: "post" },
      attributes: { title: `Post ${id}`, current_user_can_view: true, ...attributes },
      relationships: {
        user: { data: { id: "1", type: "user" } },
        user_defined_tags: { data: [{ id: "user_defined;boats", type: "post_tag" }] },
      },
    },
    included: [
      { id: "1", type: "user", attributes: { full_name: "Ann Harbor", vanity: "ann" } },
      { id: "user_defined;boats", type: "post_tag", attributes: { value: "boats" } },
    ],
  },
});

const FOLDERS: Record<string, Record<string, string | object>> = {
  "gallery-dl": {
    "1/10.json": kemonoPost("10", {
      content: "<p>Boats.</p>",
      attachments: [stored("1.png", "map"), stored("2.png", "sea"), stored("4.png", "fog")],
    }),
    "1/10_T_01_1.png": "map",
    "1/10_T_02_2.png": "sea",
    "1/10_T_03_4.png": "fog",
    "1/11.json": kemonoPost("11", {
      published: "2024-06-01T00:00:00",
      edited: "2024-06-03T08:00:00",
      title: "Fog",
    }),
  },
  KToolBox: {
    "Ann/Post 10/post.json": ktoolboxPost("10", {
      content: CONTENT,
      attachments: [
        stored("1.png", "map"),
        stored("2.png", "sea"),
        stored("3.png", "net"),
        stored("4.png", "fog"),
      ],
    }),
    "Ann/Post 10/attachments/2.png": "sea",
    "Ann/Post 10/attachments/3.png": "net",
    "Ann/Post 10/revisions/Old/post.json": ktoolboxPost("10", { title: "Older", content: "<p>Old</p>" }),
    "Ann/Fog/post.json": ktoolboxPost("11", { title: "Fog bank", published: "2024-06-01T09:30:00" }),
  },
  "patreon-dl": {
    ...patreonDlPost("10", { content: "<p>Ships.</p>", published_at: "2024-05-01T12:00:00.000+00:00" }),
    "ann - Ann/posts/10/images/5.png": "pier",
    ...patreonDlPost("12", { title: "Pier", published_at: "2025-01-01T12:00:00.000+00:00" }),
  },
};

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
}

/** All that people see, but for the time of import. */
async function shownOf(sql: Sql) {
  return {
    creators: await sql`
      select service, id, public_id, name, former_names, iso(updated) as updated, post_count from creators order by service, id`,
    posts: await sql`
      select service, id, "user", title, content, embed, iso(published) as published, iso(edited) as edited, file, attachments,
        tags from posts order by service, id`,
    revisions: await sql`
      select id, "user", title, content, iso(published) as published, iso(edited) as edited, file, attachments, tags
      from post_revisions order by id, title collate "C", content collate "C"`,
    files: await sql`select hash, size from files order by hash`,
  };
}

async function importInOrder(folder: Folder, order: readonly string[]) {
  const database = await createDatabase();
  const data = join(folder.path, `data ${order.join(" ")}`);
  const contradictions: Contradiction[] = [];
  for (const name of order) {
    const { contradicting } = await importFolders(database.sql, data, [join(folder.path, name)]);
    contradictions.push(...contradicting);
  }
  return { database, data, contradictions };
}

test("three programs in any order give the same archive, and each again changes nothing", async () => {
  await using folder = await temporary();
  for (const [name, files] of Object.entries(FOLDERS)) await writeFiles(join(folder.path, name), files);
  const archives: unknown[] = [];
  for (const order of permutations(Object.keys(FOLDERS))) {
    const { database, data, contradictions } = await importInOrder(folder, order);
    await using _ = database;
    const { sql } = database;
    const shown = await shownOf(sql);
    archives.push(shown);
    const before = await archiveOf(sql);
    for (const name of order) await importFolders(sql, data, [join(folder.path, name)]);
    expect(await archiveOf(sql)).toEqual(before);
    expect(contradictions).toHaveLength(2);
    expect(shown).toMatchObject({
      creators: [
        // The name with the newest post.
        { id: "1", public_id: "ann", name: "Ann Harbor", former_names: ["Ann", "Ann (old)"], post_count: 3 },
      ],
      posts: [
        {
          ...{ id: "10", title: "Post 10", content: CONTENT, published: DAY },
          ...{ file: { name: "5.png" }, tags: ["boats", "sea"] },
          attachments: ["1.png", "2.png", "3.png", "4.png"].map((name) => ({ name })),
        },
        { id: "11", title: "Fog", published: "2024-06-01T09:30:00", edited: "2024-06-03T08:00:00" },
        { id: "12", title: "Pier" },
      ],
      revisions: [
        { id: "10", title: "Older", content: "<p>Old</p>" },
        { id: "10", title: "Post 10", content: "<p>Boats.</p>" },
        { id: "10", title: "Post 10", content: "<p>Ships.</p>" },
        { id: "11", title: "Fog bank" },
      ],
      files: expect.arrayContaining(
        ["map", "sea", "net", "fog", "pier"].map((text) => ({ hash: hashed(text), size: text.length })),
      ),
    });
  }
  expect(archives).toHaveLength(6);
  for (const archive of archives) expect(archive).toEqual(archives[0]);
});

/** Names of files alone: neither posts nor the creator have an id. */
const NAME_ONLY = {
  "cedarloom_fansly/Timeline/Pictures/2024-05-01_at_12-00_id_1001.png": "one",
  "cedarloom_fansly/Timeline/Pictures/2024-05-02_at_12-00_id_1002.png": "two",
};
const withId = (user: string, id: string) => ({
  [`${user}/${id}.json`]: kemonoPost(id, {
    user,
    username: "CedarLoom",
    service: "fansly",
    category: "coomer",
  }),
});

test("a creator known by name only joins the one with an id, in either order, with favorites and posts", async () => {
  await using folder = await temporary();
  await writeFiles(join(folder.path, "names"), NAME_ONLY);
  await writeFiles(join(folder.path, "ids"), withId("29", "500"));
  const archives: unknown[] = [];
  for (const order of [
    ["names", "ids"],
    ["ids", "names"],
  ]) {
    await using database = await createDatabase();
    const { sql } = database;
    const bring = (name = "") => importFolders(sql, join(folder.path, "data"), [join(folder.path, name)]);
    await bring(order[0]);
    const [{ id: account }] =
      (await sql`insert into accounts (username) values ('mina') returning id`) as unknown as [
        { id: number },
      ];
    await sql`insert into favorite_creators (account, service, id) select ${account}, service, id from creators`;
    await bring(order[1]);
    archives.push(await shownOf(sql));
    expect(await sql`select service, id from favorite_creators`).toEqual([{ service: "fansly", id: "29" }]);
    const before = await archiveOf(sql);
    for (const name of order) expect((await bring(name)).contradicting).toEqual([]);
    expect(await archiveOf(sql)).toEqual(before);
  }
  expect(archives[0]).toMatchObject({
    creators: [{ service: "fansly", id: "29", public_id: "cedarloom", name: "CedarLoom", post_count: 3 }],
    posts: [{ user: "29" }, { user: "29" }, { user: "29" }],
  });
  expect(archives[1]).toEqual(archives[0]);
});

test("names stay apart from creators whose id is a name as well", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeFiles(folder.path, NAME_ONLY);
  await sql`
    insert into creators (service, id, public_id, name, indexed, updated)
    values ('fansly', 'ann', null, 'cedarloom', now(), now()), ('boosty', '29', 'cedarloom', 'Ann', now(), now())`;
  await importFolders(sql, join(folder.path, "data"), [folder.path]);
  expect(await sql`select id, post_count from creators where post_count > 0`).toEqual([
    { id: "cedarloom", post_count: 2 },
  ]);
});

test("a name that two creators have joins neither, and the import says so", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeFiles(folder.path, { ...NAME_ONLY, ...withId("29", "500"), ...withId("30", "600") });
  const { contradicting } = await importFolders(sql, join(folder.path, "data"), [folder.path]);
  expect(contradicting).toEqual([{ kind: "name", service: "fansly", name: "cedarloom", ids: ["29", "30"] }]);
  expect(await sql`select id, post_count from creators order by id`).toEqual([
    { id: "29", post_count: 1 },
    { id: "30", post_count: 1 },
    { id: "cedarloom", post_count: 2 },
  ]);
});
