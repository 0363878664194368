import { afterAll, beforeAll, expect, test } from "vitest";
import { finish } from "#indexer/documents.ts";
import { rebuild } from "#indexer/rebuild.ts";
import { untilDrained, verify } from "#indexer/verify.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";
import {
  buildChannel,
  buildCommunityChannel,
  buildCommunityMessage,
  buildMessages,
} from "#tests/support/talk-factories.ts";

let index: TestIndex;
let posts: string;
beforeAll(async () => {
  index = await createIndex();
  posts = index.engine.uid("posts");
  const { sql } = index.database;
  await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', '1', 'Ann', now(), now())`;
  await sql`insert into posts (service, id, "user", title, tags) select 'fanbox', 'p' || i, '1', 'post ' || i, '{ink}' from generate_series(1, 1200) i`;
  index.start();
  await index.idle();
});
afterAll(() => index[Symbol.asyncDispose]());

const check = () =>
  verify(index.database.sql, index.engine, { drain: () => untilDrained(index.database.sql) });
const NONE = { missing: 0, ghost: 0, stale: 0 };

test("settings are in place and stay as they are", async () => {
  for (const name of INDEXES) expect(await index.engine.state(name)).toBe("ready");
});

test("verify counts what is missing, outdated or without a row, repairs it, and then finds nothing", async () => {
  const { engine } = index;
  expect((await check()).posts).toEqual(NONE);
  await engine.wait(await engine.remove(posts, ["fanbox-p1", "fanbox-p700"]));
  const stale = finish({ service: "fanbox", id: "p2" }, { service: "fanbox", id: "p2", title: "former" });
  const ghost = finish({ service: "fanbox", id: "gone" }, { service: "fanbox", id: "gone", title: "gone" });
  const stray = JSON.stringify({ key: "nobody", digest: "x", service: "fanbox", id: "p3" });
  await engine.wait(await engine.push(posts, [stale.line ?? "", ghost.line ?? "", stray]));
  expect((await check()).posts).toEqual({ missing: 2, ghost: 2, stale: 1 });
  expect(await check()).toEqual({ creators: NONE, posts: NONE, dms: NONE, tags: NONE, messages: NONE });
  expect(await engine.count(posts)).toBe(1200);
});

test("messages of both kinds of chat are verified and rebuilt page by page", async () => {
  const { engine } = index;
  const { sql } = index.database;
  const messages = engine.uid("messages");
  await buildCreator(sql, { service: "discord", id: "s1" });
  await buildChannel(sql, "c1");
  await buildMessages(sql, { channel: "c1", count: 600, prefix: "d", start: "2024-01-01T00:00:00Z" });
  await buildCreator(sql, { id: "1" });
  await buildCommunityChannel(sql, "r1");
  await buildCommunityMessage(sql, "m1");
  await index.idle();
  expect(await engine.count(messages)).toBe(601);
  await engine.wait(await engine.remove(messages, ["community-m1", "discord-d000007"]));
  expect((await check()).messages).toEqual({ missing: 2, ghost: 0, stale: 0 });
  await rebuild(sql, engine, { wanted: async () => ["messages"] });
  expect(await engine.count(messages)).toBe(601);
  expect((await check()).messages).toEqual(NONE);
});

test("a rebuild under writes is never seen empty and loses nothing", async () => {
  const { sql } = index.database;
  let searching = true;
  let least = Number.POSITIVE_INFINITY;
  const watch = (async () => {
    while (searching) least = Math.min(least, (await index.engine.count(posts)) ?? 0);
  })();
  let writing = true;
  const writer = (async () => {
    for (let i = 0; writing || i < 40; i += 1) {
      await sql`update posts set title = ${`new ${i}`} where id = ${`p${(i * 37) % 1200}`}`;
      if (i % 10 === 0)
        await sql`insert into posts (service, id, "user", title) values ('fanbox', ${`n${i}`}, '1', 'late')`;
    }
  })();
  const built = await rebuild(sql, index.engine, { wanted: async () => INDEXES });
  writing = false;
  await writer;
  searching = false;
  await watch;
  expect(built.get("posts")).toBeGreaterThanOrEqual(1200);
  expect(least).toBeGreaterThanOrEqual(1200);
  expect(await check()).toEqual({ creators: NONE, posts: NONE, dms: NONE, tags: NONE, messages: NONE });
});

test("a lost index is rebuilt automatically", async () => {
  const lost = await createIndex();
  try {
    const { sql } = lost.database;
    await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', '1', 'Ann', now(), now())`;
    await sql`insert into posts (service, id, "user", title) select 'fanbox', 'p' || i, '1', 'post' from generate_series(1, 50) i`;
    const stop = lost.start();
    await lost.idle();
    await stop();
    for (const name of INDEXES) await lost.engine.drop(lost.engine.uid(name));
    lost.start();
    await expect.poll(() => lost.engine.count(lost.engine.uid("posts"))).toBe(50);
    await expect.poll(() => lost.engine.state("posts")).toBe("ready");
  } finally {
    await lost[Symbol.asyncDispose]();
  }
});

test("an index of an older form is rebuilt automatically", async () => {
  const older = await createIndex();
  try {
    const { engine, meili } = older;
    const { sql } = older.database;
    await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', '1', 'Ann', now(), now())`;
    await sql`insert into posts (service, id, "user", title) values ('fanbox', 'p1', '1', '春風')`;
    const stop = older.start();
    await older.idle();
    await stop();
    const uid = engine.uid("posts");
    const response = await fetch(`${meili.url}/indexes/${uid}/settings/searchable-attributes`, {
      method: "PUT",
      headers: { authorization: `Bearer ${meili.key}`, "content-type": "application/json" },
      body: JSON.stringify(["title", "tags", "creator", "content"]),
    });
    await engine.wait(((await response.json()) as { taskUid: number }).taskUid);
    const line = JSON.stringify({ key: "fanbox-p1", service: "fanbox", user: "1", id: "p1", title: "春風" });
    await engine.wait(await engine.push(uid, [line]));
    expect(await engine.state("posts")).toBe("reshaped");
    older.start();
    await expect.poll(() => engine.state("posts")).toBe("ready");
    expect(await engine.find(uid, ["fanbox-p1"])).toEqual([
      expect.objectContaining({ grams: expect.stringMatching(/^q/) }),
    ]);
  } finally {
    await older[Symbol.asyncDispose]();
  }
});
