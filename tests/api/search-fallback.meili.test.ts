/** Search in all posts while the engine hangs, is gone, refuses or is slow: the database answers, and the engine again by itself. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { buildComment, buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { testMeili } from "#tests/support/meili.ts";
import { buildChannel } from "#tests/support/talk-factories.ts";

type Mode = "works" | "hangs" | "ends connections" | "is building" | "is slow";
let mode: Mode = "works";
let proxy: Server;
let server: IndexedServer;

beforeAll(async () => {
  const engine = new URL(testMeili().url);
  proxy = createServer((incoming, answer) => {
    if (mode === "ends connections") return incoming.socket.destroy();
    if (mode === "hangs") return;
    const isHealth = incoming.url === "/health";
    if (mode === "is slow" && !isHealth) return;
    if (mode === "is building" && !isHealth) {
      answer.writeHead(400, { "content-type": "application/json" });
      return answer.end(JSON.stringify({ message: "not filterable", code: "invalid_search_filter" }));
    }
    const { method, url, headers } = incoming;
    const { hostname, port } = engine;
    const passed = request({ hostname, port, method, path: url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  server = await startIndexedServer({ MEILI_URL: url, SEARCH_TIMEOUT_MS: "1500" });
  const { sql } = server;
  await buildCreator(sql, { relation_id: 7 });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea", relation_id: 7 });
  const film = { name: "film.mp4", path: `/aa/bb/aabb${"0".repeat(60)}.mp4` };
  await buildPost(sql, { id: "tide", title: "Low tide", tags: ["Sea"], added: "2024-01-01T00:00:00" });
  await buildPost(sql, {
    id: "film",
    title: "A film",
    tags: ["Tide Pool"],
    content: "<p>of the reef</p>",
    file: film,
  });
  await buildPost(sql, {
    id: "percent",
    title: "100% tide_",
    published: "2020-01-01T00:00:00",
    tags: ["wip"],
  });
  await buildPost(sql, { id: "bea", service: "fanbox", user: "2", title: "海の絵" });
  await buildComment(sql, { post: "tide", id: "c1" });
  await buildCreator(sql, { service: "discord", id: "s1" });
  await buildChannel(sql, "c1");
  await buildDm(sql, { hash: "d1", content: "<p>the tide is 高い</p>" });
  await buildCreator(sql, { service: "fantia", id: "3", name: "Many" });
  await sql`
    insert into posts (service, id, "user", title, added, published)
    select 'fantia', 'n' || n, '3', 'Nothing ' || n, '2025-01-01', '2025-01-01' from generate_series(1, 3100) n`;
  await buildPost(sql, {
    id: "old",
    title: "Lantern 春風 Ünal, Łódź",
    tags: ["Rare", "Low-Light"],
    added: "2001-01-01T00:00:00",
    published: "2001-01-01T00:00:00",
  });
  await server.indexed();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  proxy.closeAllConnections();
  proxy.close();
});

interface List {
  fallback?: true;
  true_count: number;
  posts: { id: string }[];
}
const list = async (q: string) =>
  (await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}`)) as { status: number; body: List };
/** Answers an address under /api/v1. On a busy machine the database may need longer than it is given, which is a 503. */
async function answered<T>(path: string): Promise<T> {
  let last = await server.json(`/api/v1/${path}`);
  const ask = async () => {
    if (last.status === 503) last = await server.json(`/api/v1/${path}`);
    return last.status;
  };
  await expect.poll(ask).toBe(200);
  return last.body as T;
}
const listed = (q: string) => answered<List>(`posts?q=${encodeURIComponent(q)}`);

test.each<Mode>(["hangs", "ends connections", "is building", "is slow"])(
  "the engine %s: the database answers, and the engine when it is back",
  async (away) => {
    mode = "works";
    await expect.poll(async () => (await list("low tide")).body.fallback).toBeUndefined();
    mode = away;
    for (let i = 0; i < 3; i += 1) {
      const { fallback, posts } = await listed("low tide");
      expect([fallback, posts.map(({ id }) => id)]).toEqual([true, ["tide"]]);
    }
    expect((await server.json("/api/v1/posts")).status).toBe(200);
    mode = "works";
    await expect.poll(async () => (await list("low tide")).body.fallback).toBeUndefined();
  },
);

test.each([
  ["tide", ["film", "percent", "tide"]],
  ["100%", ["percent"]],
  ["tide_", ["percent"]],
  ["tide -film", ["percent", "tide"]],
  ['"low tide"', ["tide"]],
  ["海", ["bea"]],
  ["LODZ", ["old"]],
  ["łódź unal", ["old"]],
  ["reef", []],
  ["海の", ["bea"]],
  ["sea", ["tide"]],
  ["bea", ["bea"]],
  ["tag:sea", ["tide"]],
  ["tag:sea|WIP|none", ["percent", "tide"]],
  ["tag:rare|sea lantern", ["old"]],
  ["tide -tag:wip|sea", ["film"]],
  ["creator:bea|nobody", ["bea"]],
  ["has:video|poll", ["film"]],
  ["service:fanbox|patreon tide", ["film", "percent", "tide"]],
  ["tide -tag:wip", ["film", "tide"]],
  ["service:fanbox", ["bea"]],
  ["service:fanbox service:patreon tide", ["film", "percent", "tide"]],
  ["creator:bea", ["bea"]],
  ["creator:fanbox/2", ["bea"]],
  ["creator:patreon/2", []],
  ["tide person:fanbox/2", ["film", "percent", "tide"]],
  ["tide -person:fanbox/2", []],
  ["person:fanbox/3", []],
  ["has:video", ["film"]],
  ["has:comments", ["tide"]],
  ["has:poll", []],
  ["ext:mp4", ["film"]],
  ["before:2021", ["old", "percent"]],
  ["tide after:2021 -has:video", ["tide"]],
  ["tide' or true --", []],
  ["lantern", ["old"]],
  ["lant ünal", ["old"]],
  ["春風", ["old"]],
  ["風春", []],
  ["tag:rare", ["old"]],
  ["tag:low_light", ["old"]],
  ["tide -tag:low_light", ["film", "percent", "tide"]],
  ["lantern ann", ["old"]],
  ["creator:ann lantern", ["old"]],
  ["sort:favorites lantern", ["old"]],
  ["sort:oldest lantern", ["old"]],
])("the same conditions: %s", async (q, expected) => {
  mode = "ends connections";
  const { fallback, posts, true_count } = await listed(q);
  expect(fallback).toBe(true);
  expect(posts.map(({ id }) => id).sort()).toEqual(expected);
  expect(true_count).toBe(expected.length);
});

test("the same sort orders", async () => {
  mode = "ends connections";
  await server.sql`update post_counts set favorites = 5 where id = 'film'`;
  const sorted = async (sort: string) => {
    const { fallback, posts } = await listed(`tide sort:${sort}`);
    expect(fallback).toBe(true);
    return posts.map(({ id }) => id);
  };
  expect((await sorted("oldest")).at(0)).toBe("percent");
  expect((await sorted("newest")).at(-1)).toBe("percent");
  expect((await sorted("favorites")).at(0)).toBe("film");
  const added = await server.sql<{ id: string }[]>`
    select id from posts where id in ('tide', 'film', 'percent') order by added_at desc, service, id`;
  expect(await sorted("added")).toEqual(added.map(({ id }) => id));
});

test("the box and a creator's posts too; DMs and messages wait for the engine", async () => {
  mode = "ends connections";
  const mark = (text: string) => MARK_START + text + MARK_END;
  const box = (q: string) => answered<SearchAnswer>(`search?q=${encodeURIComponent(q)}`);
  const { fallback, posts, dms, messages } = await box("tide");
  expect([fallback, dms, messages]).toEqual([true, [], undefined]);
  expect(posts.map(({ id }) => id).sort()).toEqual(["film", "percent", "tide"]);
  expect(posts.find(({ id }) => id === "tide")?.title).toBe(`Low ${mark("tide")}`);
  expect((await box("be")).creators).toMatchObject([{ id: "2", name: `${mark("Be")}a` }]);
  expect((await box("se")).tags).toMatchObject([{ tag: "sea", marked: `${mark("se")}a` }]);
  const ofCreator = await answered<{ id: string }[]>("patreon/user/1/posts?q=lantern");
  expect(ofCreator.map(({ id }) => id)).toEqual(["old"]);
  for (const path of ["dms?q=tide", "discord/server/s1/search?q=tide"])
    expect(await server.json(`/api/v1/${path}`)).toMatchObject({
      status: 503,
      body: { error: "Search is not available right now." },
    });
});
