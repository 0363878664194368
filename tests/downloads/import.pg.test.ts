import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { creator, post, temporary, writeBundle } from "#tests/bundle/bundle.ts";
import { createDatabase } from "#tests/support/database.ts";
import { archiveOf, importFolders, patreonFile, patreonPost, spawnImport, writeFiles } from "./import.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080600000", "hex");
const png = (text: string) => Buffer.concat([PNG, Buffer.from(text)]);

async function* records(...found: Found[]): AsyncGenerator<Found> {
  yield* found;
}

test("an import rates the creators and posts that it adds, and no others", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [downloads, data] = [join(folder.path, "downloads"), join(folder.path, "data")];
  await writeFiles(downloads, { "Ann/1.json": patreonPost(1) });
  const run = (...args: string[]) => spawnImport(database.url, data, [downloads, "--yes", ...args]).ended;
  expect(await run("--rating", "strict")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--rating strict: expected everyone, members, adults"),
  });
  expect((await run()).code).toBe(0);
  const creator = { id: "8", full_name: "Ben", vanity: "ben" };
  await writeFiles(downloads, { "Ann/2.json": patreonPost(2), "Ben/3.json": patreonPost(3, { creator }) });
  await writeFiles(downloads, { "Ann/1.json": patreonPost(1, { title: "New title" }) });
  expect((await run("--rating", "adults")).code).toBe(0);
  const { sql } = database;
  expect(await sql`select id, own_rating, rating, title from posts order by id`).toMatchObject([
    { id: "1", own_rating: 0, rating: 0, title: "New title" },
    { id: "2", own_rating: 2, rating: 2 },
    { id: "3", own_rating: 2, rating: 2 },
  ]);
  expect(await sql`select id, rating, post_count, adult_posts from creators order by id`).toEqual([
    { id: "7", rating: 0, post_count: 2, adult_posts: 1 },
    { id: "8", rating: 2, post_count: 1, adult_posts: 1 },
  ]);
});

test("an import that comes again changes nothing, and reads no file again", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const [downloads, data] = [join(folder.path, "downloads"), join(folder.path, "data")];
  await writeFiles(downloads, {
    "Ann/1_a_01.png": png("one"),
    "Ann/1_a_01.png.json": patreonFile(1, 1),
    "Ann/1_a_02.png": png("two"),
    "Ann/1_a_02.png.json": patreonFile(1, 2),
    "Ann/2.json": patreonPost(2),
    "Ann/unknown.png": png("three"),
  });
  const whole = new Date("2024-01-01T00:00:00Z"); // a date that utimes can set again
  await utimes(join(downloads, "Ann/1_a_01.png"), whole, whole);
  const first = await importFolders(sql, data, [downloads]);
  expect(first).toMatchObject({ list: [], unknown: ["Ann/unknown.png"], programs: ["gallery-dl Ann"] });
  expect([first.added, first.filesStored]).toEqual([{ creators: 1, posts: 2 }, 2]);
  const before = await archiveOf(sql);
  expect(before["posts"]).toMatchObject([
    {
      id: "1",
      title: "Post 1",
      attachments: [{ name: "picture 1.png" }, { name: "picture 2.png" }],
      tags: ["harbor"],
    },
    { id: "2", attachments: [] },
  ]);
  await expectUnread(join(downloads, "Ann/1_a_01.png"), async () => {
    const again = await importFolders(sql, data, [downloads]);
    expect([again.list, again.added, again.changed, again.filesStored]).toEqual([
      [],
      { creators: 0, posts: 0 },
      { creators: 0, posts: 0 },
      0,
    ]);
  });
  expect(await archiveOf(sql)).toEqual(before);
});

/** The date of the last reading stays where it is, on a disk that keeps such dates. */
async function expectUnread(place: string, work: () => Promise<void>): Promise<void> {
  const { mtime } = await stat(place);
  await utimes(place, new Date("2001-01-01T00:00:00Z"), mtime);
  await work();
  expect((await stat(place)).atime).toEqual(new Date("2001-01-01T00:00:00Z"));
}

test("two programs over the same posts, in either order and again: files and tags of both, no text lost", async () => {
  const results: unknown[] = [];
  for (const isReversed of [false, true]) {
    await using database = await createDatabase();
    await using folder = await temporary();
    const { sql } = database;
    const edited = "2024-05-01T10:00:00.000+00:00";
    await writeFiles(join(folder.path, "one"), {
      "1_01.png": png("one"),
      "1_01.png.json": patreonFile(1, 1, "png", { content: null, edited_at: edited }),
      "1_02.png": png("both"),
      "1_02.png.json": patreonFile(1, 2, "png", { content: null, edited_at: edited }),
    });
    await writeFiles(join(folder.path, "two"), {
      "1_01.png": png("both"),
      "1_01.png.json": patreonFile(1, 1, "png", { tags: ["boats"], edited_at: edited }),
    });
    await writeFiles(join(folder.path, "old"), {
      "1.json": patreonPost(1, { content: "<p>Before</p>", edited_at: "2024-04-01T10:00:00.000+00:00" }),
    });
    const order = ["one", "two", "old"].map((name) => join(folder.path, name));
    if (isReversed) order.reverse();
    for (const one of order) expect((await importFolders(sql, folder.path, [one])).list).toEqual([]);
    const before = await archiveOf(sql);
    for (const one of order) await importFolders(sql, folder.path, [one]);
    expect(await archiveOf(sql)).toEqual(before);
    const [post] = await sql`select content, iso(edited) as edited, tags, attachments from posts`;
    expect(post).toMatchObject({ content: "<p>Text 1</p>", edited: "2024-05-01T10:00:00" });
    expect(await sql`select content, iso(edited) as edited from post_revisions`).toEqual([
      { content: "<p>Before</p>", edited: "2024-04-01T10:00:00" },
    ]);
    results.push([
      new Set(post?.["tags"]),
      new Set(post?.["attachments"].map((file: { path: string }) => file.path)),
    ]);
  }
  expect(results[0]).toEqual(results[1]);
  expect(results[0]).toMatchObject([new Set(["harbor", "boats"]), { size: 2 }]);
});

test("of texts without dates the fullest is shown, and either program's own text comes again without effect", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const bring = async (text: string) => {
    const fields = { service: "patreon" as const, id: "1", user: "7", content: text };
    const creator = { service: "patreon" as const, id: "7", name: "Ann" };
    await importFolders(sql, folder.path, [folder.path], {
      records: records(
        { entity: "creators", fields: creator, from: "a" },
        { entity: "posts", fields, from: "a" },
        {
          entity: "comments",
          fields: {
            service: "patreon",
            post: "1",
            id: "c",
            commenter: "u",
            content: text,
            published: "2024-01-01T00:00:00",
          },
          from: "a",
        },
        { entity: "post_revisions", fields: { ...fields, content: "first" }, from: "a" },
      ),
    });
  };
  for (const text of ["one", "fuller", "one", "fuller", "new", ""]) await bring(text);
  expect(await sql`select content from posts`).toEqual([{ content: "fuller" }]);
  expect(await sql`select content from post_revisions order by 1`).toEqual([
    { content: "first" },
    { content: "new" },
    { content: "one" },
  ]);
  expect(await sql`select content from comments`).toEqual([{ content: "fuller" }]);
  expect(await sql`select content from comment_revisions order by 1`).toEqual([
    { content: "new" },
    { content: "one" },
  ]);
});

test("a message keeps all of its files, also those inside of a database, and a creator the picture", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  await writeFiles(folder.path, { "in/1.png": png("one"), "in/2.png": png("two"), "in/data.db": "database" });
  const local = (name: string) => ({ entry: { path: name, name, isFolder: false }, name });
  async function* inside() {
    yield Buffer.from("inside");
  }
  const creator = { service: "onlyfans" as const, id: "ann", name: "Ann", icon: local("1.png") };
  const attachments = [local("2.png"), { ...local("data.db"), name: "voice.mp3", bytes: inside }];
  const dm = {
    hash: "h",
    service: "onlyfans" as const,
    user: "ann",
    content: "Hi",
    file: local("1.png"),
    attachments,
  };
  const dates = { added: "2024-01-01T00:00:00", published: "2024-01-01T00:00:00" };
  const share = { id: "s", service: "onlyfans" as const, user: "ann", name: "S", added: dates.added };
  const found: Found[] = [
    { entity: "creators", fields: creator, from: "data.db" },
    { entity: "dms", fields: { ...dm, ...dates }, from: "data.db" },
    { entity: "shares", fields: { ...share, files: [local("2.png"), local("1.png")] }, from: "data.db" },
  ];
  const bring = () =>
    importFolders(sql, join(folder.path, "data"), [join(folder.path, "in")], { records: records(...found) });
  expect((await bring()).list).toEqual([]);
  const before = await archiveOf(sql);
  expect((await bring()).filesStored).toBe(0);
  expect(await archiveOf(sql)).toEqual(before);
  expect(before["dms"]).toMatchObject([
    { file: { name: "1.png" }, attachments: [{ name: "2.png" }, { name: "voice.mp3" }] },
  ]);
  expect(before["share_files"]).toMatchObject([
    { position: 0, filename: "2.png" },
    { position: 1, filename: "1.png" },
  ]);
  const [{ icon }] = (await sql`select icon from creators`) as unknown as [{ icon: string }];
  expect((await new DiskStorage(join(folder.path, "data")).stat(icon))?.size).toBe(png("one").length);
  expect(await sql`select count(*) from file_uses where entity = 'dm'`).toEqual([{ count: 3 }]);
});

test("taken down content is not imported, and none of its files is stored", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
  await writeFiles(downloads, {
    "1_01.png": png("one"),
    "1_01.png.json": patreonFile(1, 1),
    "2_01.png": png("two"),
    "2_01.png.json": patreonFile(2, 1),
  });
  await importFolders(sql, data, [downloads]);
  await takeDown(sql, { service: "patreon", user: "7", post: "1" }, "asked");
  await rm(join(data, "files"), { recursive: true });
  await sql`delete from imported_files`;
  await writeFiles(downloads, { "3_01.png": png("one"), "3_01.png.json": patreonFile(3, 1) });
  const again = await importFolders(sql, data, [downloads]);
  expect(again.list).toEqual(["1_01.png.json: it was taken down", "3_01.png: it was taken down"]);
  expect(await sql`select id, attachments <> '[]' as files from posts order by id`).toEqual([
    { id: "2", files: true },
    { id: "3", files: false },
  ]);
  expect(again.filesStored).toBe(1);

  await takeDown(sql, { service: "patreon", user: "7", post: null }, "asked");
  await rm(join(data, "files"), { recursive: true });
  const none = await importFolders(sql, data, [downloads]);
  expect([none.list.length, none.filesStored]).toEqual([4, 0]);
  expect(await sql`select from creators`).toHaveLength(0);
});

test("of a damaged folder comes in what is whole, and each fault is named with its file", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
  const long = `4_${"x".repeat(245)}.png`.slice(0, 250);
  await writeFile(join(folder.path, "secret.png"), "secret");
  const kemono = {
    category: "kemono",
    subcategory: "posts",
    service: "fanbox",
    user: "9",
    username: "Bea",
    num: 1,
  };
  const file = { type: "attachment", filename: "a", extension: "png", hash: "0".repeat(64) };
  await writeFiles(downloads, {
    "1_01.png": png("one"),
    "1_01.png.json": patreonFile(1, 1),
    "2_01.png.json": JSON.stringify(patreonFile(2, 1)).slice(0, 90),
    "2_01.png": png("two"),
    "3_01.png.part": png("thr"),
    "3_01.png.json": patreonFile(3, 1),
    [long]: png("long"),
    [`${long}.json`]: patreonFile(4, 1),
    "5_01.png.json": patreonFile(5, 1),
    "6.json": patreonPost(6, { creator: null }),
    "7.json": patreonPost(7, { title: "\ud800half\u0000" }),
    "fanbox/8_a.png": png("altered"),
    "fanbox/8_a.png.json": { ...kemono, ...file, id: "8", title: "T" },
  });
  await symlink(join(folder.path, "secret.png"), join(downloads, "5_01.png"));
  await symlink(folder.path, join(downloads, "out"));
  const { list, unknown } = await importFolders(sql, data, [downloads]);
  expect(list).toEqual([
    expect.stringMatching(/^2_01\.png\.json: is not JSON/),
    "3_01.png.json: the file it describes is not there",
    "3_01.png.part: is an unfinished download",
    "5_01.png.json: the file it describes is not there",
    "5_01.png: is a link, which is not followed",
    "6.json: names no post, no creator or no date",
    expect.stringMatching(/^fanbox\/8_a\.png: is damaged: it has SHA-256/),
    "out: is a link, which is not followed",
  ]);
  expect(unknown).toEqual(["2_01.png", "2_01.png.json", "6.json"].filter((name) => name !== "6.json"));
  expect(
    await sql`select id, title, jsonb_array_length(attachments) as files from posts order by id`,
  ).toEqual([
    { id: "1", title: "Post 1", files: 1 },
    { id: "3", title: "Post 3", files: 0 },
    { id: "4", title: "Post 4", files: 1 },
    { id: "5", title: "Post 5", files: 0 },
    { id: "7", title: "\ufffdhalf", files: 0 },
    { id: "8", title: "T", files: 0 },
  ]);
  const stored = await readdir(join(data, "files"), { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(2);
});

test("a file that has fewer bytes than its source states is named and left out", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  await writeFiles(folder.path, { "in/1.png": png("one") });
  const entry = { path: "1.png", name: "1.png", isFolder: false };
  const fields = {
    service: "patreon" as const,
    id: "1",
    user: "7",
    file: { entry, name: "1.png", size: 9999 },
  };
  const { list, filesStored } = await importFolders(database.sql, folder.path, [join(folder.path, "in")], {
    records: records(
      { entity: "creators", fields: { service: "patreon", id: "7", name: "Ann" }, from: "a" },
      { entity: "posts", fields, from: "a" },
      { entity: "posts", fields: { ...fields, id: "2", user: "nobody" }, from: "b" },
    ),
  });
  expect(list).toEqual([
    expect.stringMatching(/^1\.png: is cut: it has \d+ bytes of 9999$/),
    "b: unknown creator patreon/nobody",
  ]);
  expect([await database.sql`select id, file from posts`, filesStored]).toEqual([[{ id: "1", file: {} }], 0]);
});

test("with --link the archive has the same bytes on the disk, and their dates stay", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const place = join(folder.path, "in/1_01.png");
  await writeFiles(join(folder.path, "in"), {
    "1_01.png": png("one"),
    "1_01.png.json": patreonFile(1, 1, "gif"),
  });
  const before = await stat(place);
  const data = join(folder.path, "data");
  const { filesStored } = await importFolders(database.sql, data, [join(folder.path, "in")], { link: true });
  const [file] = await database.sql`select attachments -> 0 ->> 'path' as path, mime, ext from posts, files`;
  expect([filesStored, file]).toMatchObject([1, { mime: "image/png", ext: ".png" }]);
  const stored = await stat(join(data, "files", file?.["path"]));
  expect([stored.ino, stored.nlink, stored.mtimeMs]).toEqual([before.ino, 2, before.mtimeMs]);
});

test("a creator has one record: indexed when it first came, updated with the newest content", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const post = (id: number, published: string) => ({
    [`${id}.json`]: patreonPost(id, { published_at: published }),
  });
  await writeFiles(join(folder.path, "a"), post(1, "2024-03-04T00:00:00Z"));
  await importFolders(sql, folder.path, [join(folder.path, "a")]);
  const [first] = await sql`select iso(indexed) as indexed, iso(updated) as updated from creators`;
  expect(first?.["updated"]).toBe("2024-03-04T00:00:00");
  await writeFiles(join(folder.path, "b"), {
    ...post(2, "2024-06-01T00:00:00Z"),
    ...post(3, "2020-01-01T00:00:00Z"),
  });
  await importFolders(sql, folder.path, [join(folder.path, "b")]);
  expect(await sql`select iso(indexed) as indexed, iso(updated) as updated from creators`).toEqual([
    { ...first, updated: "2024-06-01T00:00:00" },
  ]);
});

test("the command looks first: it says what there is, and imports only when it is told to", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [downloads, data] = [join(folder.path, "in"), join(folder.path, "data")];
  await mkdir(data);
  await writeFiles(downloads, {
    "Ann/1_01.png": Buffer.alloc(1500, 1),
    "Ann/1_01.png.json": patreonFile(1, 1),
    "Ann/2.json": patreonPost(2),
    "notes.txt": "notes",
  });
  const run = (...args: string[]) => spawnImport(database.url, data, [downloads, ...args]).ended;
  const dry = await run("--dry-run");
  expect(dry.out).toContain("gallery-dl: 1 folder\n  Ann\n");
  expect(dry.out).toContain(
    "1 creator, 2 posts, 1 file, 1.5 KB; 0 posts already here; 1 file without metadata\n  notes.txt\n",
  );
  expect(dry.code).toBe(0);
  const unasked = await run();
  expect([unasked.code, unasked.err]).toEqual([2, "Nothing was imported. Add --yes to import this.\n"]);
  expect(await database.sql`select from posts`).toHaveLength(0);
  const imported = await run("--yes");
  expect([imported.code, imported.out]).toEqual([0, expect.stringContaining("1 file stored in")]);
  await writeFiles(downloads, { "Ann/3.json": '{"category":' });
  const again = await run("--yes");
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^Ann\/3\.json: is not JSON/m)]);
  expect(again.out).toContain("2 posts already here");
  expect((await run("--zone", "Nowhere")).code).toBe(2);
  expect((await run("--creator", "nobody")).err).toContain("expected [folder:]service/id=name");
});

test("a bundle is recognized, and asked about like other folders", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [bundle, data] = [join(folder.path, "bundle"), join(folder.path, "data")];
  await mkdir(data);
  await writeBundle(bundle, { creators: [creator("1")], posts: [post("2", { user: "1" })] });
  const run = (...args: string[]) => spawnImport(database.url, data, [bundle, ...args]).ended;
  expect(await run("--dry-run")).toMatchObject({
    code: 0,
    out: expect.stringContaining("An archive bundle with creators, posts."),
  });
  expect((await run()).code).toBe(2);
  expect(await database.sql`select from posts`).toHaveLength(0);
  expect(await run("--yes")).toMatchObject({ code: 0, out: expect.stringContaining("2 records in") });
  expect(await database.sql`select id from posts`).toEqual([{ id: "2" }]);
});
