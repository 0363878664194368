/** The feed of an account's favorites: whose posts are in it, and who may read it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonFeed } from "#shared/contracts/feeds.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const ADDRESS = "/v1/account/favorites/feed";
let server: TestServer;
let ann: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  ann = await member(server, "anna");
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "other", name: "No favorite" });
  await buildCreator(sql, { id: "gone", name: "Gone", hidden: true });
  await ann.post("/v1/favorites/creator/patreon/1");
  await sql`insert into favorite_creators (account, service, id) values (${ann.id}, 'patreon', 'gone')`;
  const days = (n: number) => new Date(Date.now() - n * 24 * 60 * 60_000).toISOString().slice(0, 19);
  await buildPost(sql, { id: "older", title: "Older", added: days(60) });
  await buildPost(sql, { id: "newer", title: "Newer", added: days(1) });
  await buildPost(sql, { id: "long-ago", added: days(100) });
  await buildPost(sql, { id: "hidden", added: days(2), hidden: true });
  await buildPost(sql, { user: "other", id: "not-hers", added: days(2) });
  await buildPost(sql, { user: "gone", id: "of-hidden", added: days(2) });
});
afterAll(() => server[Symbol.asyncDispose]());

const created = async () => (await ann.json<{ created_at: string | null }>(ADDRESS)).created_at;
const make = async () => (JSON.parse((await ann.post(ADDRESS)).text) as { token: string }).token;
const read = (token: string, format = "json") =>
  new Visitor(server).get(`/v1/favorites/feed/${token}?format=${format}`);

test("whoever has the address reads the newest posts of favorite creators, in every format", async () => {
  expect(await created()).toBeNull();
  const token = await make();
  expect(await created()).toEqual(expect.any(String));
  const { status, text } = await read(token);
  const feed = JSON.parse(text) as JsonFeed;
  expect(status).toBe(200);
  expect(feed.items.map(({ title }) => title)).toEqual(["Newer", "Older"]);
  expect(feed.feed_url).toContain(`/api/v1/favorites/feed/${token}?format=json`);
  expect((await read(token, "rss")).text).toContain("<title>Newer</title>");
  expect((await read(token, "atom")).text).toContain("<title>Newer</title>");
});

test("a feed is stored by no cache, and its address by no table", async () => {
  const token = await make();
  const response = await fetch(`${server.url}/api/v1/favorites/feed/${token}`);
  expect([response.headers.get("cache-control"), response.headers.get("etag")]).toEqual(["no-store", null]);
  const rows = await server.sql`select * from favorites_feeds`;
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("an address that was replaced or deleted, an unknown one, and one of a disabled account are a 404", async () => {
  const first = await make();
  const second = await make();
  const statuses = async (...tokens: string[]) =>
    await Promise.all(tokens.map(async (token) => (await read(token)).status));
  expect(await statuses(first, second, "unknown")).toEqual([404, 200, 404]);
  await server.sql`update accounts set disabled = true where id = ${ann.id}`;
  expect(await statuses(second)).toEqual([404]);
  await server.sql`update accounts set disabled = false where id = ${ann.id}`;
  expect(await statuses(second)).toEqual([200]);
  await ann.send("DELETE", ADDRESS);
  expect(await statuses(second)).toEqual([404]);
  expect(await created()).toBeNull();
});
