import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openEngine } from "#indexer/engine.ts";
import { runIndexer } from "#indexer/loop.ts";
import type { EngineDocument, Server } from "#indexer/meili.ts";
import { nameFor } from "#indexer/placement.ts";
import { untilDrained, verify } from "#indexer/verify.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import { createIndex, type TestIndex, untilIdle } from "#tests/support/index.ts";
import { type SearchServers, startSearchServers } from "#tests/support/search-servers.ts";

const CREATORS = 30;
const PATIENCE = { timeout: 60_000 };
let servers: SearchServers;
let index: TestIndex;
let stop: () => Promise<void>;
const meiliOf = (number: number) => ({
  url: servers.urls.slice(0, number).join(","),
  key: servers.key,
  prefix: "s_",
});

beforeAll(async () => {
  servers = await startSearchServers(3);
  index = await createIndex(meiliOf(2));
  const { sql } = index.database;
  await sql`
    insert into creators (service, id, name, indexed, updated)
    select 'fanbox', i::text, 'Creator ' || i, now(), now() from generate_series(1, ${CREATORS}) i`;
  await sql`
    insert into posts (service, id, "user", title, tags)
    select 'fanbox', 'p' || i, (1 + i % ${CREATORS})::text, 'post ' || i, array['tag ' || i % 20] from generate_series(1, 600) i`;
  stop = index.start(2);
  await vi.waitFor(async () => expect(await index.engine.state("posts")).toBe("ready"), PATIENCE);
  await index.idle();
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
  await servers[Symbol.asyncDispose]();
});

async function documentsOf(server: Server, name: IndexName = "posts"): Promise<EngineDocument[]> {
  const all: EngineDocument[] = [];
  for await (const page of server.documents(server.uid(name), ["key", "id", "user", "title"]))
    all.push(...page);
  return all;
}

const holders = async (key: string, engine = index.engine) => {
  const found = await Promise.all(engine.servers.map((server) => server.find(server.uid("posts"), [key])));
  return found.flat();
};

test("a name more or less moves only the owners of that name", () => {
  const owners = Array.from({ length: 2_000 }, (_, at) => `fanbox/${at}`);
  const [two, three] = [
    ["a", "b"],
    ["c", "a", "b"],
  ];
  const moved = owners.filter((owner) => nameFor(owner, two) !== nameFor(owner, three));
  expect(moved.every((owner) => nameFor(owner, three) === "c")).toBe(true);
  expect(moved.length).toBeGreaterThan(550);
  expect(moved.length).toBeLessThan(800);
  expect(owners.every((owner) => nameFor(owner, two) === nameFor(owner, two.toReversed()))).toBe(true);
});

describe("two servers", () => {
  test("share the documents, and all of a creator are on one", async () => {
    const { engine } = index;
    for (const name of INDEXES) {
      const counts = await Promise.all(engine.servers.map((server) => server.count(server.uid(name))));
      if (name !== "dms") expect(Math.min(...counts.map((count) => count ?? 0))).toBeGreaterThan(0);
    }
    expect(await engine.count(engine.uid("posts"))).toBe(600);
    expect(await engine.count(engine.uid("creators"))).toBe(CREATORS);
    const [first, second] = await Promise.all(engine.servers.map((server) => documentsOf(server)));
    const users = new Set(first?.map(({ user }) => user));
    expect(second?.filter(({ user }) => users.has(user))).toEqual([]);
  });

  test("a post that is taken away leaves whichever has it, and a hidden creator with all posts", async () => {
    const { sql } = index.database;
    await sql`delete from posts where id in ('p1', 'p2', 'p3', 'p4')`;
    await sql`update creators set hidden = true where id = '10'`;
    await index.idle();
    for (const key of ["fanbox-p1", "fanbox-p2", "fanbox-p3", "fanbox-p4", "fanbox-p9"])
      expect(await holders(key)).toEqual([]);
    await sql`update creators set hidden = false where id = '10'`;
    await index.idle();
    expect(await holders("fanbox-p9")).toHaveLength(1);
  });

  test("verify finds what is missing, and what is on the wrong server", async () => {
    const { engine, database } = index;
    const check = () => verify(database.sql, engine, { drain: () => untilDrained(database.sql) });
    const NONE = { missing: 0, ghost: 0, stale: 0 };
    expect((await check()).posts).toEqual(NONE);
    const [first, second] = engine.servers;
    if (first === undefined || second === undefined) throw new Error("there are two");
    const [one, other] = await documentsOf(first);
    const line = JSON.stringify({ ...one, service: "fanbox", digest: "x" });
    await second.wait(await second.push(second.uid("posts"), [line]));
    await first.wait(await first.remove(first.uid("posts"), [other?.key ?? ""]));
    expect((await check()).posts).toEqual({ missing: 1, ghost: 1, stale: 0 });
    expect((await check()).posts).toEqual(NONE);
    expect(await holders(one?.key ?? "")).toHaveLength(1);
  });

  test("while one is away the other gets its documents, and the one what it missed when it is back", async () => {
    const { sql } = index.database;
    const [first, second] = index.engine.servers;
    if (first === undefined || second === undefined) throw new Error("there are two");
    const [kept] = await documentsOf(first);
    await servers.stop(1);
    await sql`delete from posts where id = ${String(kept?.id)}`;
    await sql`update posts set title = 'new title'`;
    const titles = async (server: Server) => new Set((await documentsOf(server)).map(({ title }) => title));
    await expect.poll(() => titles(first), PATIENCE).toEqual(new Set(["new title"]));
    await expect.poll(() => first.find(first.uid("posts"), [kept?.key ?? ""]), PATIENCE).toEqual([]);
    await servers.start(1);
    await index.idle();
    expect(await titles(second)).toEqual(new Set(["new title"]));
  });
});

test("with a third server, the indexer rebuilds the indexes: each document is on the server it belongs to", async () => {
  await stop();
  const engine = openEngine(meiliOf(3));
  const before = await index.engine.count(index.engine.uid("posts"));
  const abort = new AbortController();
  const { sql } = index.database;
  const running = runIndexer({ sql, engine, log: pino({ level: "silent" }), signal: abort.signal });
  try {
    await expect
      .poll(async () => await sql`select distinct servers from index_layouts`, PATIENCE)
      .toEqual([{ servers: servers.urls.toSorted().join(" ") }]);
    await untilIdle(sql);
    expect(await engine.count(engine.uid("posts"))).toBe(before);
    for (const server of engine.servers) {
      const documents = await documentsOf(server);
      expect(documents.length).toBeGreaterThan(0);
      expect(documents.filter(({ user }) => engine.serverOf(`fanbox/${user}`) !== server)).toEqual([]);
    }
  } finally {
    abort.abort();
    await running;
  }
});
