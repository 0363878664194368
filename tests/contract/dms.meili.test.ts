import { afterAll, beforeAll, expect, test } from "vitest";
import { finish } from "#indexer/documents.ts";
import { openEngine } from "#indexer/meili.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { buildCreator, buildDm } from "#tests/support/factories.ts";
import { testMeili } from "#tests/support/meili.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const meili = testMeili();
const engine = openEngine(meili);
let server: TestServer;

const DMS = [
  { hash: "whole", content: "Lighthouse keeper" },
  { hash: "close", content: "Lighthuose in the fog, keeper asleep" },
  { hash: "japanese", content: "海の灯台へようこそ" },
  { hash: "unapproved", content: "Lighthouse never approved", hidden: true },
  { hash: "unseen", content: "Lighthouse of a hidden creator", user: "gone" },
  { hash: "deleted", content: "Lighthouse deleted meanwhile" },
];
const MANY = Array.from({ length: 60 }, (_, at) => ({ hash: `n${at}`, content: `Harbor notice ${at}` }));

beforeAll(async () => {
  server = await startServer({ MEILI_URL: meili.url, MEILI_KEY: meili.key, MEILI_PREFIX: meili.prefix });
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "gone", hidden: true });
  await Promise.all(INDEXES.map((name) => engine.configure(name)));
  for (const dm of [...DMS, ...MANY]) if (dm.hash !== "deleted") await buildDm(sql, dm);
  const lines = [...DMS, ...MANY].map(({ hash, content }) => {
    const fields = { hash, service: "patreon", user: "1", creator: "Ann", content, published: 1, added: 1 };
    return finish({ service: "", id: hash }, fields).line ?? "";
  });
  await engine.wait(await engine.push(`${meili.prefix}dms`, lines));
});
afterAll(async () => {
  await Promise.all(INDEXES.map((name) => engine.drop(meili.prefix + name)));
  await server[Symbol.asyncDispose]();
});

interface List {
  props: { count: number; dms: { hash: string; artist: { id: string; has_chats: boolean } }[] };
}
const list = async (query: string) => ((await server.json(`/api/v1/dms?${query}`)).body as List).props;
const hashes = ({ dms }: List["props"]) => dms.map((dm) => dm.hash);

test("the best match comes first, typos are forgiven; hidden and deleted ones are left out", async () => {
  const found = await list("q=lighthouse%20keeper");
  expect(hashes(found)).toEqual(["whole", "close"]);
  expect(hashes(await list("q=lighthuose"))).toEqual(expect.arrayContaining(["whole", "close"]));
  expect(hashes(await list(`q=${encodeURIComponent("海の灯")}`))).toEqual(["japanese"]);
});

test("a hit is a whole DM with its creator", async () => {
  const { dms } = await list("q=lighthouse");
  expect(Object.keys(dms[0] ?? {}).join(" ")).toBe(
    "hash user service content embed file added published artist",
  );
  expect(dms[0]?.artist).toMatchObject({ id: "1", has_chats: false });
});

test("pages end exactly at the last hit", async () => {
  const pages = await Promise.all([list("q=harbor"), list("q=harbor&o=50")]);
  expect(pages.map(({ count, dms }) => [count, dms.length])).toEqual([
    [60, 50],
    [60, 10],
  ]);
  expect(new Set(pages.flatMap(hashes)).size).toBe(60);
  expect(await server.json(`/api/v1/dms?q=harbor&o=100`)).toEqual({
    status: 400,
    body: { error: "Offset 100 is bigger than total count 60." },
  });
});

test("two letters count as no query; nothing found is an empty list", async () => {
  expect((await list("q=li")).count).toBe(63);
  expect(await list("q=zzzzqqqq")).toMatchObject({ count: 0, dms: [] });
});

test("the search box shows the same DMs", async () => {
  const { body } = await server.json("/api/v1/search?q=lighthouse%20keeper");
  expect((body as { dms: { hash: string }[] }).dms.map((dm) => dm.hash)).toEqual(["whole", "close"]);
});
