/** Folders of twelve programs, each with a part of one archive, become whole in any order; what is missing is listed exactly. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { gapRows } from "#backend/imports/wanted/gaps.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { type Folder, temporary } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { random } from "#tests/support/random.ts";
import { hashed } from "#tests/support/stored.ts";
import { archiveOf, importFolders } from "./import.ts";
import { contentOf, inventPosts, loseParts, type Tree, writeTree } from "./twelve-trees.ts";

const POSTS = 300;

const posts = inventPosts(POSTS);
const whole = posts
  .map(
    ({ service, id, user, files }) => `${service} ${user} ${id} ${files.map(contentOf).map(hashed).sort()}`,
  )
  .sort();

/** Posts with the files that they have. */
async function postsOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ post: string }[]>`
    select p.service || ' ' || p."user" || ' ' || p.id || ' ' || coalesce(
      (select string_agg(hash, ',' order by hash) from hashes_of(p.file, p.attachments) hash), '') as post from posts p`;
  return rows.map(({ post }) => post).sort();
}

async function orderOf(sql: Sql, service: string, id: string): Promise<string[]> {
  const [post] = await sql<{ paths: string[] }[]>`
    select array(select jsonb_path_query(attachments, '$[*].path') #>> '{}') as paths
    from posts where service = ${service} and id = ${id}`;
  return (post?.paths ?? []).map((path) => hashOfPath(path) ?? path);
}

async function namesOfWanted(sql: Sql): Promise<string[]> {
  const names: string[] = [];
  for await (const { missing, name } of gapRows(sql)) if (missing === "file") names.push(String(name));
  return names.sort();
}

const placeOf = (folder: Folder, tree: Tree) => join(folder.path, tree.program.name);

/** Imports a tree after others, and checks what then is wanted. */
class Archive {
  readonly #named = new Set<string>();
  readonly #arrived = new Set<string>();

  constructor(
    readonly sql: Sql,
    readonly folder: Folder,
    readonly data: string,
  ) {}

  async add(tree: Tree): Promise<void> {
    await importFolders(this.sql, join(this.folder.path, this.data), [placeOf(this.folder, tree)]);
    for (const { post, files } of tree.kept) {
      for (const file of files) this.#arrived.add(file);
      if (tree.program.namesFiles) for (const file of post.files) this.#named.add(file);
    }
    const missing = [...this.#named].filter((file) => !this.#arrived.has(file)).sort();
    expect([tree.program.name, await namesOfWanted(this.sql)]).toEqual([tree.program.name, missing]);
  }
}

test("twelve trees in any order have every post and file of the archive; what is missing is exact after each", async () => {
  await using folder = await temporary();
  const next = random(7);
  const trees = loseParts(posts, next);
  expect(trees).toHaveLength(12);
  for (const tree of trees) await writeTree(tree, placeOf(folder, tree));
  const texts: unknown[] = [];
  const shuffled = trees.map((tree) => ({ tree, at: next() })).sort((a, b) => a.at - b.at);
  const order = shuffled.map(({ tree }) => tree);
  for (const ordered of [order, order.toReversed()]) {
    await using database = await createDatabase();
    const { sql } = database;
    const archive = new Archive(sql, folder, `data ${texts.length}`);
    for (const tree of ordered) await archive.add(tree);
    expect(await postsOf(sql)).toEqual(whole);
    expect(await namesOfWanted(sql)).toEqual([]);
    // Readers of the other services make the first file that is there the main one.
    for (const { service, id, files } of posts.filter((post) => ["fanbox", "fantia"].includes(post.service)))
      expect(await orderOf(sql, service, id), id).toEqual(files.map(contentOf).map(hashed));
    texts.push([
      await sql`
        select service, id, "user", title, content, iso(published) as published, file, attachments from posts order by 1, 2`,
      await sql`
        select service, id, public_id, name, former_names, iso(updated) as updated, post_count from creators order by 1, 2`,
      await sql`select service, id, title, content, attachments from post_revisions order by 1, 2, 3, 4`,
    ]);
    expect(texts.at(-1)).toEqual(texts[0]);
    if (texts.length > 1) continue;
    const before = await archiveOf(sql);
    for (const tree of trees) await archive.add(tree);
    expect(await archiveOf(sql)).toEqual(before);
  }
});

test("a file that is lost in every tree is the one that is listed", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const next = random(8);
  const some = posts.slice(0, 40);
  const trees = loseParts(some, next);
  const lost = some[17]?.files[2] ?? "";
  for (const tree of trees) {
    tree.kept = tree.kept.map(({ post, files }) => ({ post, files: files.filter((file) => file !== lost) }));
    await writeTree(tree, placeOf(folder, tree));
    await importFolders(database.sql, join(folder.path, "data"), [placeOf(folder, tree)]);
  }
  expect(await namesOfWanted(database.sql)).toEqual([lost]);
});
