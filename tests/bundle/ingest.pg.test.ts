import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import { SANITIZER_VERSION } from "#backend/imports/bundle/sanitize.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { createDatabase } from "#tests/support/database.ts";
import {
  creator,
  DAY,
  everything,
  ingestFolder,
  post,
  spawnIngest,
  storedFile,
  temporary,
  writeBundle,
} from "./bundle.ts";

test("importing the same bundle twice changes nothing, not even the index outbox", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { bundle, files } = everything();
  await writeBundle(folder.path, bundle, files);
  const first = await ingestFolder(database.sql, folder.path, join(folder.path, "data"));
  expect(first.list).toEqual([]);
  for (const [entity, records] of Object.entries(bundle))
    expect([entity, first.added[entity as "posts"]]).toEqual([entity, records.length]);
  const outbox = await database.sql`select * from index_outbox order by index_name, service, id`;
  const again = await ingestFolder(database.sql, folder.path, join(folder.path, "data"));
  expect(again.list).toEqual([]);
  expect(new Set([...Object.values(again.added), ...Object.values(again.changed)])).toEqual(new Set([0]));
  expect(again.filesStored).toBe(0);
  expect(await database.sql`select * from index_outbox order by index_name, service, id`).toEqual(outbox);
  expect(await database.sql`select * from ingest_progress`).toEqual([]);
});

test("of records with one key in several batches, the last one stays", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const posts = Array.from({ length: 5000 }, (_, n) => post(String(n % 1300), { content: `version ${n}` }));
  await writeBundle(folder.path, { creators: [creator("1")], posts });
  const { list } = await ingestFolder(database.sql, folder.path, join(folder.path, "data"));
  expect(list).toEqual([]);
  const wrong = await database.sql`select id, content from posts
    where content <> 'version ' || (id::int + 1300 * ((4999 - id::int) / 1300))`;
  expect(wrong).toEqual([]);
  expect(
    await database.sql`select (select count(*) from posts)::int as posts, (select post_count from creators) as counted,
      (select count(distinct (id, content)) from post_revisions)::int as revisions`,
  ).toEqual([{ posts: 1300, counted: 1300, revisions: 3700 }]);
});

test("a changed post keeps its previous text as a revision; dates and counts alone make none", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const comment = { service: "patreon", post: "1", id: "c", commenter: "u", published: DAY };
  const server = { service: "discord", id: "s", name: "S", indexed: DAY, updated: DAY };
  const message = { id: "m", server: "s", channel: "ch", author: {}, added: DAY, published: DAY };
  const bring = async (posts: unknown[], text: string) => {
    await writeBundle(folder.path, {
      creators: [creator("1"), server],
      posts,
      comments: [{ ...comment, content: text }],
      discord_channels: [{ id: "ch", server_id: "s", name: "c" }],
      discord_messages: [{ ...message, content: text }],
    });
    return ingestFolder(sql, folder.path, folder.path);
  };
  await bring([post("1", { tags: ["a"], fav_count: 5 }), post("2")], "one");
  await sql`update posts set hidden = true where id = '2'`;
  const dates = await bring([post("1", { tags: ["a"], added: DAY }), post("2")], "one");
  expect(dates.changed.posts).toBe(1);
  const counts = () =>
    sql`select p.id, k.favorites, p.hidden from posts p join post_counts k using (service, id) order by p.id`;
  expect(await counts()).toEqual([
    { id: "1", favorites: 5, hidden: false },
    { id: "2", favorites: 0, hidden: true },
  ]);
  expect(await sql`select from post_revisions`).toHaveLength(0);

  const counted = await bring(
    [post("1", { tags: ["a"], added: DAY, fav_count: 6 }), post("2", { fav_count: 2 })],
    "one",
  );
  expect(counted.changed.posts).toBe(2);
  expect(await counts()).toMatchObject([{ favorites: 6 }, { favorites: 2 }]);
  expect(await sql`select from post_revisions`).toHaveLength(0);

  const changed = await bring([post("1", { tags: ["b"], fav_count: 7 }), post("2")], "two");
  expect(changed.changed).toMatchObject({ posts: 1, comments: 1, discord_messages: 1 });
  expect(await counts()).toMatchObject([{ favorites: 7 }, { favorites: 2 }]);
  expect(await sql`select id, tags, iso(added) as added, local from post_revisions`).toEqual([
    { id: "1", tags: ["a"], added: DAY, local: true },
  ]);
  expect(await sql`select tags from posts where id = '1'`).toEqual([{ tags: ["b"] }]);
  expect(await sql`select comment, content from comment_revisions`).toEqual([
    { comment: "c", content: "one" },
  ]);
  expect(await sql`select message, content, iso(edited) as edited from discord_message_revisions`).toEqual([
    { message: "m", content: "one", edited: DAY },
  ]);

  // The original's own record of that revision takes the place of the one made here.
  await writeBundle(folder.path, {
    post_revisions: [{ revision_id: 77, ...post("1", { tags: ["a"], added: DAY }) }],
  });
  await ingestFolder(sql, folder.path, folder.path);
  expect(await sql`select revision_id, local from post_revisions`).toEqual([
    { revision_id: 77, local: false },
  ]);
  await bring([post("1", { tags: ["c"] })], "two");
  expect(await sql`select revision_id, tags from post_revisions order by 1`).toEqual([
    { revision_id: 77, tags: ["a"] },
    { revision_id: 78, tags: ["b"] },
  ]);
});

test("a revision whose id another row holds gets a new one, once", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const { sql } = database;
  const bring = async (title: string) => {
    await writeBundle(folder.path, {
      creators: [creator("1")],
      posts: [post("1")],
      post_revisions: [{ revision_id: 3, ...post("1", { title }) }],
    });
    await ingestFolder(sql, folder.path, folder.path);
  };
  for (const title of ["mine", "theirs", "theirs", "mine"]) await bring(title);
  expect(await sql`select revision_id, title from post_revisions order by 1`).toEqual([
    { revision_id: 3, title: "mine" },
    { revision_id: 4, title: "theirs" },
  ]);
});

test("the same post twice in a bundle: the later one stands, the earlier is its revision", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const posts = [post("1", { content: "one" }), post("2"), post("1", { content: "two" })];
  await writeBundle(folder.path, { creators: [creator("1")], posts });
  for (const _ of [1, 2]) await ingestFolder(database.sql, folder.path, folder.path);
  expect(await database.sql`select content from posts where id = '1'`).toEqual([{ content: "two" }]);
  expect(await database.sql`select content from post_revisions where content = 'one'`).toHaveLength(1);
  expect(await database.sql`select post_count from creators`).toEqual([{ post_count: 2 }]);
});

test("each fault is reported with file and line, counted and skipped; the rest is imported and the exit code is 1", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const [good, absent, altered] = [storedFile("good"), storedFile("absent"), storedFile("altered")];
  const longer = storedFile("longer than said");
  await writeBundle(
    folder.path,
    {
      files: [good.record, absent.record, altered.record, { ...longer.record, size: 3 }],
      creators: [
        creator("1"),
        creator("2", { relation_id: 2 ** 40 }),
        creator("3", { icon: absent.path }),
        creator("4"),
      ],
      posts: [
        post("1", { file: { name: "g", path: good.path } }),
        '{"service":"patreon","id":"broken',
        { service: "patreon", id: "3", user: "1", surprise: true },
        post("4", { attachments: [{ name: "x", path: absent.path }] }),
        "",
        post("5", { user: "nobody" }),
        post("6"),
      ],
    },
    [good, { ...altered, bytes: Buffer.from("ALTERED") }, longer],
  );
  await writeBundle(folder.path, { pots: [] } as object);
  const data = join(folder.path, "data");
  const { code, out, err } = await spawnIngest(database.url, data, [folder.path]).ended;
  expect(code).toBe(1);
  const places = [...err.matchAll(/^(\S+\.ndjson:\d+): (.*)$/gm)].map(
    ([, place, reason]) => `${place} ${reason?.slice(0, 200)}`,
  );
  expect(places).toEqual([
    expect.stringMatching(/^pots\.ndjson:0 no entity/),
    expect.stringMatching(/^files\.ndjson:\d .*is not there$/),
    expect.stringMatching(/^files\.ndjson:\d /),
    expect.stringMatching(/^files\.ndjson:\d /),
    expect.stringMatching(/^creators\.ndjson:4 no file record for/),
    expect.stringMatching(/^creators\.ndjson:3 .*out of range/),
    expect.stringMatching(/^posts\.ndjson:3 not JSON/),
    expect.stringMatching(/^posts\.ndjson:4 .*surprise/),
    expect.stringMatching(/^posts\.ndjson:7 unknown creator patreon\/nobody$/),
    expect.stringMatching(/^posts\.ndjson:5 no file record for/),
  ]);
  expect(err).toMatch(/files\.ndjson:4: .*has SHA-256 [0-9a-f]{64}, its record says/);
  expect(err).toMatch(/files\.ndjson:5: .*has 16 bytes, its record says 3/);
  for (const line of [
    "missing file: 3",
    "hash mismatch: 1",
    "size mismatch: 1",
    "broken line: 1",
    "invalid record: 1",
    "unknown reference: 1",
  ]) {
    expect(out).toContain(`  ${line}\n`);
  }
  expect(out).toContain("  refused by the database: 1\n");
  expect(await database.sql`select id from posts order by id`).toEqual([{ id: "1" }, { id: "6" }]);
  expect(await database.sql`select id from creators order by id`).toEqual([{ id: "1" }, { id: "4" }]);
  const stored = (await readdir(join(data, "files"), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  );
  expect(stored.map((entry) => entry.name)).toEqual([`${good.record.hash}.txt`]);
});

test("equal files are stored once however often they are named", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const file = storedFile("twice");
  const attachments = [{ name: "a", path: file.path }];
  await writeBundle(
    folder.path,
    {
      files: [file.record, file.record],
      creators: [creator("1")],
      posts: [post("1", { attachments }), post("2", { attachments })],
    },
    [file],
  );
  const first = await ingestFolder(database.sql, folder.path, join(folder.path, "data"));
  expect(first.list).toEqual([]);
  expect(first.filesStored).toBe(1);
  expect(await database.sql`select key from file_uses order by key`).toEqual([{ key: "1" }, { key: "2" }]);
});

test("a file is dated as its record says, also where it was stored before", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const data = join(folder.path, "data");
  const file = storedFile("dated");
  for (const mtime of ["2019-02-03T04:05:06", "2020-02-03T04:05:06.250000"]) {
    await writeBundle(folder.path, { files: [{ ...file.record, mtime }] }, [file]);
    await ingestFolder(database.sql, folder.path, data);
    expect((await new DiskStorage(data).stat(file.path))?.modified).toEqual(parseIso(mtime));
  }
});

test("half a surrogate pair anywhere in a chat message is replaced, also in the author's id", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const user = { name: "A\udc00", "\ud83d": "x" };
  await writeBundle(folder.path, {
    creators: [creator("1")],
    community_channels: [{ channel_id: "r", service: "patreon", creator_id: "1", name: "R", added_at: DAY }],
    community_messages: [
      {
        ...{ message_id: "m", channel_id: "r", user_id: "7\ud83d", created_at: DAY },
        original_json: { text: "Hi \ud83d", user },
        embeds: [{ text: "\ude00" }],
      },
    ],
  });
  const { list } = await ingestFolder(database.sql, folder.path, folder.path);
  expect(list).toEqual([]);
  expect(await database.sql`select user_id, original_json, embeds from community_messages`).toEqual([
    {
      user_id: "7\ufffd",
      original_json: { text: "Hi \ufffd", user: { name: "A\ufffd", "\ufffd": "x" } },
      embeds: [{ text: "\ufffd" }],
    },
  ]);
});

test("markup is sanitized and unstorable characters leave, but never out of an id", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  await writeBundle(folder.path, {
    creators: [creator("1", { name: "N\u0000a\ud800me" }), creator("x\u0000y")],
    posts: [
      post("1", {
        title: "<b>\u0001T</b>",
        content: "<p onclick=x>a\u0000b<script>1</script>",
        captions: { "a\u0000": "\ud800" },
      }),
    ],
  });
  const { list } = await ingestFolder(database.sql, folder.path, folder.path);
  expect(list).toMatchObject([{ kind: "invalid record", file: "creators.ndjson", line: 3 }]);
  expect(await database.sql`select name from creators`).toEqual([{ name: "Na\ufffdme" }]);
  expect(await database.sql`select title, content, captions, sanitizer from posts`).toEqual([
    { title: "<b>T</b>", content: "<p>ab</p>", captions: { a: "\ufffd" }, sanitizer: SANITIZER_VERSION },
  ]);
});

test("blank tags are none, and ids that no address can hold are refused", async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const posts = [post("1", { tags: ["", " ", "heron", "\u3000"] }), post("."), post("..")];
  await writeBundle(folder.path, { creators: [creator("1")], posts });
  const { list, added } = await ingestFolder(database.sql, folder.path, folder.path);
  expect(added.posts).toBe(1);
  expect(list.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("neither . nor .."),
    expect.stringContaining("neither . nor .."),
  ]);
  expect(await database.sql`select tags from posts`).toEqual([{ tags: ["heron"] }]);
  expect(await database.sql`select tag from tags`).toEqual([{ tag: "heron" }]);
});
