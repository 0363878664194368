import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { followTakedowns } from "#backend/takedowns/follow.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { ROOST } from "#tests/support/roost.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { creator, everything, ingestFolder, post, storedFile, temporary, writeBundle } from "./bundle.ts";

/** `roost takedown` as a process of its own. */
function takedown(server: TestServer, ...args: string[]): Promise<{ code: number; out: string }> {
  const env = { ...process.env, DATABASE_URL: server.config.DATABASE_URL, ROOST_DATA: server.data };
  return new Promise((resolve) =>
    execFile(process.execPath, [ROOST, "takedown", ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out: out + err }),
    ),
  );
}

const counted = (server: TestServer) => server.sql`
  select (select count from totals where entity = 'posts') as posts, (select count from totals where entity = 'dms') as dms,
    (select count from totals where entity = 'shares') as shares, (select sum(post_count)::int from tags) as tags,
    (select count(*) from creator_tags where service = 'patreon') as creator_tags`;

test("a creator goes with all that is theirs, shared files stay, and a bundle does not reimport them", async () => {
  await using server = await startServer();
  await using folder = await temporary();
  const { sql } = server;
  const { bundle, files } = everything();
  await writeBundle(folder.path, bundle, files);
  expect((await ingestFolder(sql, folder.path, server.data)).list).toEqual([]);
  const [picture, packed, card] = files;
  await sql`truncate index_outbox`;

  const { code, out } = await takedown(server, "patreon", "1", "--reason", "asked by the creator");
  expect([code, out]).toEqual([
    0,
    "Taken down: 3 posts and 1 file that nothing else used. Search follows within moments.\n",
  ]);
  for (const table of ["posts", "post_revisions", "comments", "comment_revisions", "dms", "announcements"])
    expect([table, await sql`select from ${sql(table)} where service = 'patreon'`]).toMatchObject([
      table,
      { length: 0 },
    ]);
  for (const table of ["shares", "share_files", "community_channels", "community_messages"])
    expect([table, await sql`select from ${sql(table)}`]).toMatchObject([table, { length: 0 }]);
  expect(await counted(server)).toEqual([{ posts: 0, dms: 0, shares: 0, tags: 0, creator_tags: 0 }]);
  const queued =
    await sql`select index_name, id from index_outbox where service = 'patreon' or index_name = 'dms' order by 1, 2`;
  expect(queued.map((row) => `${row["index_name"]} ${row["id"]}`)).toEqual([
    ...["creators 1", "dms d1", "dms d2", "posts A", "posts a", "posts b", "posts é"],
  ]);
  for (const path of [
    "/api/v1/patreon/user/1/profile",
    "/api/v1/patreon/user/1/posts",
    "/api/v1/patreon/user/1/post/b",
    "/icons/patreon/1",
    `/data${packed?.path}`,
  ])
    expect([path, (await server.get(path)).status]).toEqual([path, 404]);
  // The chat message of another server and the fancard of another creator still use these.
  for (const kept of [picture, card]) expect((await server.get(`/data${kept?.path}`)).status).toBe(200);

  const again = await ingestFolder(sql, folder.path, server.data);
  expect(again.problems["taken down"]).toBe(2 + 4); // the file, the creator, and their four posts
  expect(await sql`select from creators where service = 'patreon'`).toHaveLength(0);
  expect(existsSync(join(server.data, "files", packed?.path ?? ""))).toBe(false);

  expect((await takedown(server, "--undo", "patreon", "1")).out).toBe("It may be imported again.\n");
  const back = await ingestFolder(sql, folder.path, server.data);
  expect([back.list, back.filesStored, back.added.posts]).toEqual([[], 1, 4]);
});

test("one post goes, its neighbors and counts stay right", async () => {
  await using server = await startServer();
  await using folder = await temporary();
  const single = storedFile("own", ".png");
  const both = storedFile("both", ".png");
  const named = (file: typeof single) => ({ name: "x.png", path: file.path });
  await writeBundle(
    folder.path,
    {
      files: [single.record, both.record],
      creators: [creator("1")],
      posts: [
        post("1", { tags: ["sea", "ink"], attachments: [named(single), named(both)] }),
        post("2", { tags: ["sea"], file: named(both) }),
      ],
    },
    [single, both],
  );
  await ingestFolder(server.sql, folder.path, server.data);
  await server.sql`update posts set title = 'Changed' where id = '1'`;
  expect((await takedown(server, "patreon", "1", "1")).out).toContain("1 post and 1 file");
  expect(await server.sql`select id from post_counts`).toEqual([{ id: "2" }]);
  const { body } = await server.json("/api/v1/patreon/user/1/posts");
  expect((body as { id: string }[]).map(({ id }) => id)).toEqual(["2"]);
  expect((await server.json("/api/v1/patreon/user/1/tags")).body).toEqual([{ tag: "sea", post_count: 1 }]);
  expect((await server.json("/api/v1/patreon/user/1/profile")).body).toMatchObject({ post_count: 1 });
  const statuses = [single, both].map(async (file) => (await server.get(`/data${file.path}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200]);
  // The second post comes back with its bundle, the first does not.
  await server.sql`delete from posts where id = '2'`;
  const again = await ingestFolder(server.sql, folder.path, server.data);
  expect(again.added.posts).toBe(1);
  expect(again.problems).toEqual({ "taken down": 2 });
});

test("files in texts and of community messages go too, and stay where another creator shows them", async () => {
  await using server = await startServer();
  await using folder = await temporary();
  const [inText, chatted, old, both] = ["text", "chat", "old", "both"].map((name) =>
    storedFile(name, ".png"),
  ) as [
    ReturnType<typeof storedFile>,
    ReturnType<typeof storedFile>,
    ReturnType<typeof storedFile>,
    ReturnType<typeof storedFile>,
  ];
  const shows = (...files: { path: string }[]) => files.map(({ path }) => `<img src="${path}">`).join("");
  await writeBundle(
    folder.path,
    {
      files: [inText, chatted, old, both].map(({ record }) => record),
      creators: [creator("1"), creator("2")],
      posts: [
        post("1", { content: `<p>a/b/c</p>${shows(old)}` }),
        post("2", { user: "2", content: shows({ path: `/data${both.path}` }) }),
      ],
      community_channels: [
        {
          channel_id: "c",
          service: "patreon",
          creator_id: "1",
          name: "Lounge",
          added_at: "2026-11-20T08:15:00",
        },
      ],
      community_messages: [
        {
          ...{ message_id: "m", channel_id: "c", user_id: "u", created_at: "2026-11-20T08:15:00" },
          ...{ attachments: [{ name: "x.png", path: chatted.path }], original_json: {} },
        },
      ],
    },
    [inText, chatted, old, both],
  );
  expect((await ingestFolder(server.sql, folder.path, server.data)).list).toEqual([]);
  await server.sql`update posts set content = ${shows(inText, both)} where id = '1'`;
  const uses = await server.sql`select entity from file_uses where hash = ${old.record.hash}`;
  expect(uses).toHaveLength(0);
  expect((await takedown(server, "patreon", "1")).out).toContain("1 post and 2 files");
  const statuses = [inText, chatted, both].map(
    async (file) => (await server.get(`/data${file.path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
  expect(await server.sql`select entity, key from file_uses`).toEqual([{ entity: "post_text", key: "2" }]);
});

test("unknown content can be taken down too, and mistakes are named", async () => {
  await using server = await startServer();
  await using folder = await temporary();
  expect((await takedown(server, "fanbox", "77")).out).toBe(
    "Nothing of it was here. It is kept out from now on.\n",
  );
  const unknown = storedFile("unknown");
  await takedown(server, "--file", unknown.record.hash);
  const creators = [creator("77", { service: "fanbox" }), creator("78")];
  await writeBundle(folder.path, { files: [unknown.record], creators }, [unknown]);
  const { added, problems } = await ingestFolder(server.sql, folder.path, server.data);
  expect([added.creators, added.files, problems]).toEqual([1, 0, { "taken down": 2 }]);
  expect(await takedown(server, "nowhere", "1")).toEqual({
    code: 2,
    out: '"nowhere" is not a valid paysite.\n',
  });
  expect((await takedown(server, "patreon")).code).toBe(2);
});

test("content taken down while an ingest waits to write stays out", async () => {
  await using server = await startServer();
  await using people = await temporary();
  await using folder = await temporary();
  await writeBundle(people.path, { creators: [creator("1")] });
  await writeBundle(folder.path, { posts: [post("1"), post("2")] });
  await ingestFolder(server.sql, people.path, server.data);
  const waits = () => server.sql`
    select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  let ingest: ReturnType<typeof ingestFolder> | undefined;
  await transaction(server.sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    ingest = ingestFolder(server.sql, folder.path, server.data);
    while ((await waits()).length === 0) await sleep(5); // it has asked once before
    await tx`insert into takedowns (service, "user", post) values ('patreon', '1', '1')`;
  });
  expect((await ingest)?.problems).toEqual({ "taken down": 1 });
  expect(await server.sql`select id from posts`).toEqual([{ id: "2" }]);
});

test("the feed of removals continues after a cursor", async () => {
  await using server = await startServer();
  const { sql } = server;
  const at = "2026-11-20T08:15:00";
  await sql`insert into takedowns (service, "user", post, taken_at)
    select 'patreon', n::text, case when n % 2 = 0 then 'p' end, ${at}::timestamp at time zone 'UTC' from generate_series(1, 501) n`;
  const first = (await server.json("/api/v1/removed")).body as { since: number; removed: unknown[] };
  expect(first.removed).toHaveLength(500);
  expect(first.removed.slice(0, 2)).toEqual([
    { service: "patreon", user: "1", post: null, at, files: [] },
    { service: "patreon", user: "2", post: "p", at, files: [] },
  ]);
  const second = (await server.json(`/api/v1/removed?since=${first.since}`)).body as typeof first;
  expect(second.removed).toEqual([{ service: "patreon", user: "501", post: null, at, files: [] }]);
  expect((await server.json(`/api/v1/removed?since=${second.since}`)).body).toEqual({
    since: second.since,
    removed: [],
  });
  expect((await server.json("/api/v1/removed?since=x")).status).toBe(400);
  const ofCreator = (await server.json("/api/v1/removed?service=patreon&user=2")).body as typeof first;
  expect(ofCreator.removed).toEqual([{ service: "patreon", user: "2", post: "p", at, files: [] }]);
  expect((await server.json("/api/v1/removed?service=fanbox&user=2")).body).toMatchObject({ removed: [] });
});

test("the feed names files by the first digits of their hash, and ends a page early where there are many", async () => {
  await using server = await startServer();
  const { sql } = server;
  await sql`insert into takedowns (service, "user") select 'patreon', n::text from generate_series(1, 3) n`;
  await sql`insert into removed_files (hash, path, takedown)
    select encode(sha256(n::text::bytea), 'hex'), n::text, case when n = 1 then 1 when n <= 20001 then 2 else 3 end
    from generate_series(1, 20002) n`;
  const sizes: number[][] = [];
  for (let since = 0; ; ) {
    const page = (await server.json(`/api/v1/removed?since=${since}`)).body as {
      since: number;
      removed: { files: string[] }[];
    };
    if (page.removed.length === 0) break;
    if (since === 0)
      expect(page.removed[0]?.files).toEqual([createHash("sha256").update("1").digest("hex").slice(0, 12)]);
    sizes.push(page.removed.map(({ files }) => files.length));
    since = page.since;
  }
  expect(sizes).toEqual([[1, 20_000], [1]]);
});

test("a deletion that was cut off is finished by the server, with the pictures it made", async () => {
  await using server = await startServer();
  await using folder = await temporary();
  const { sql, data } = server;
  const drawn = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const file = storedFile(drawn, ".png");
  await writeBundle(
    folder.path,
    {
      files: [file.record],
      creators: [creator("1")],
      posts: [post("1", { file: { name: "x.png", path: file.path } })],
    },
    [file],
  );
  await ingestFolder(sql, folder.path, data);
  expect((await server.get(`/thumbnail/data${file.path}`)).status).toBe(200);
  await takeDown(sql, { service: "patreon", user: "1", post: null }); // and killed before the bytes are deleted
  const storage = new DiskStorage(data);
  const stop = followTakedowns(sql, storage, [server.pictures], pino({ level: "silent" }));
  try {
    await expect.poll(() => sql`select from removed_files where not gone`).toHaveLength(0);
    for (const address of [`/data${file.path}`, `/thumbnail/data${file.path}`])
      await expect.poll(async () => (await server.get(address)).status).toBe(404);
  } finally {
    stop();
  }
});
