/** A feed of a search that the engine answers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonFeed } from "#shared/contracts/feeds.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";

let server: IndexedServer;
beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql);
  await buildPost(sql, { id: "old", title: "春風の絵", added: "2024-01-01T00:00:00" });
  await buildPost(sql, { id: "new", title: "絵", content: "<p>春風</p>", added: "2024-02-01T00:00:00" });
  await buildPost(sql, { id: "similar", title: "春の風", added: "2024-03-01T00:00:00" });
  await buildPost(sql, { id: "tagged", title: "Tide", tags: ["Sea"], added: "2024-04-01T00:00:00" });
  await buildDm(sql, { hash: "dm-old", content: "Thank you all", added: "2024-02-01T00:00:00" });
  await buildDm(sql, { hash: "dm-new", content: "<b>Thank</b> you", added: "2024-02-02T00:00:00" });
  await buildDm(sql, {
    hash: "dm-hidden",
    content: "Thank nobody",
    added: "2024-02-03T00:00:00",
    hidden: true,
  });
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ["q=春風", ["new", "old"]],
  ["q=春風+sort:oldest", ["new", "old"]],
  ["q=creator:Ann+-tag:sea+-春風", ["similar"]],
  ["tag=Sea", ["tagged"]],
])("%s finds what holds it, what was added last first", async (query, ids) => {
  const address = `/api/v1/posts/feed?${query}`;
  const { items } = (await server.json(address)).body as JsonFeed;
  expect(items.map(({ url }) => url.split("/").at(-1))).toEqual(ids);
  const etag = (await server.get(address)).headers.get("etag") ?? "";
  expect((await server.get(address, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("DMs that a search finds, what was added last first", async () => {
  const feed = async (q: string) =>
    (await server.json(`/api/v1/dms/feed?q=${encodeURIComponent(q)}`)).body as JsonFeed;
  const ids = async (q: string) => (await feed(q)).items.map(({ id }) => id.split("#")[1]);
  expect(await ids("thank")).toEqual(["dm-new", "dm-old"]);
  expect(await ids("thank all")).toEqual(["dm-old"]);
  expect(await ids("nobody")).toEqual([]);
  expect(await ids("creator:patreon/1")).toEqual(["dm-new", "dm-old"]);
  expect(await ids("creator:patreon/2")).toEqual([]);
  const { title, home_page_url } = await feed("thank all");
  expect(title).toMatch(/^thank all · DMs · /);
  expect(home_page_url).toMatch(/\/dms\?q=thank\+all$/);
});
