import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finish } from "#indexer/documents.ts";
import { openEngine } from "#indexer/meili.ts";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { INDEXES, MARK_END, MARK_START } from "#shared/search/documents.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { testMeili } from "#tests/support/meili.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const meili = testMeili();
const engine = openEngine(meili);
let server: TestServer;

const CREATOR_FIELDS = { public_id: null, favorited: 0, updated: 1, post_count: 3 };
const POST_FIELDS = { fav_count: 0, has: [], added: 1 };
const POSTS = [
  {
    id: "genshin",
    title: "Genshin Impact sketches",
    content: 'Pages of <b>drawings</b> & "notes"',
    tags: ["Fan art", 'odd "tag" \\ x'],
    published: 30,
  },
  { id: "sea", title: "海の絵", content: "夏の海を描きました", tags: ["Fan art"], published: 20 },
  { id: "other", title: "Моря и скалы", content: "Genshin is named once here", tags: [], published: 10 },
] as const;

beforeAll(async () => {
  server = await startServer({ MEILI_URL: meili.url, MEILI_KEY: meili.key, MEILI_PREFIX: meili.prefix });
  const { sql } = server;
  await buildCreator(sql, { name: "Genshin Painter" });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea" });
  await Promise.all(INDEXES.map((name) => engine.configure(name)));
  const posts = POSTS.map((post) => ({ service: "patreon", user: "1", creator: "Genshin Painter", ...post }));
  const stale = {
    service: "patreon",
    user: "1",
    creator: "Genshin Painter",
    ...POSTS[0],
    id: "deleted",
    title: "Genshin gone",
    published: 5,
  };
  const filler = Array.from({ length: 60 }, (_, at) => ({
    ...stale,
    service: "fanbox",
    user: "2",
    creator: "Bea",
    id: `n${at}`,
    title: `Lighthouse ${at}`,
    content: "",
    tags: ["many"],
    published: 100 + at,
  }));
  for (const post of [...posts, ...filler]) {
    const { service, user, id, title, content, tags } = post;
    await buildPost(sql, { service, user, id, title, content, tags: [...tags] });
  }
  await buildDm(sql, { content: "Genshin in a message" });
  const push = async (name: (typeof INDEXES)[number], documents: Record<string, unknown>[]) => {
    const lines = documents.map((document) => {
      const service = String(document["service"] ?? "");
      return finish({ service, id: String(document["id"] ?? document["hash"] ?? "t") }, document).line ?? "";
    });
    await engine.wait(await engine.push(meili.prefix + name, lines));
  };
  await push("creators", [{ service: "patreon", id: "1", name: "Genshin Painter", ...CREATOR_FIELDS }]);
  await push(
    "posts",
    [...posts, stale, ...filler].map((post) => ({ ...post, ...POST_FIELDS })),
  );
  await push("dms", [
    {
      hash: "d1",
      service: "patreon",
      user: "1",
      creator: "Genshin Painter",
      content: "Genshin in a message",
      published: 1,
      added: 1,
    },
    {
      hash: "d2",
      service: "patreon",
      user: "1",
      creator: "Genshin Painter",
      content: "Genshin never approved",
      published: 1,
      added: 1,
    },
  ]);
  await push("tags", [{ tag: "fan art", post_count: 2 }]);
});
afterAll(async () => {
  await Promise.all(INDEXES.map((name) => engine.drop(meili.prefix + name)));
  await server[Symbol.asyncDispose]();
});

interface List {
  count: number;
  true_count: number;
  posts: { id: string; title: string }[];
}
const list = async (query: string, path = "/api/v1/posts", one = server) =>
  (await one.json(`${path}?${query}`)).body as List;
const ids = (posts: { id: string }[]) => posts.map((post) => post.id);

describe("posts", () => {
  test.each(["genshin", "genhsin", "genshn", "Gensin", "impact%20sketchs"])(
    "%s finds the Genshin post first",
    async (q) => {
      expect((await list(`q=${q}`)).posts[0]?.id).toBe("genshin");
    },
  );

  test.each([
    ["夏の海", "sea"],
    ["скалы", "other"],
  ])("%s finds its post", async (q, id) => {
    expect(ids((await list(`q=${encodeURIComponent(q)}`)).posts)).toEqual([id]);
  });

  test("a hit is the whole post with its substring, and what is gone from the database is left out", async () => {
    const { posts } = await list("q=genshin");
    expect(ids(posts)).not.toContain("deleted");
    expect(Object.keys(posts[0] ?? {}).join(" ")).toBe(
      "id user service title content embed shared_file added published edited file attachments poll captions tags substring",
    );
  });

  test("all tags must match, without a query newest first", async () => {
    expect(
      ids((await list("tag=fan+art", "/api/v1/patreon/user/1/posts")) as unknown as { id: string }[]),
    ).toEqual(["genshin", "sea"]);
    const both = await list(`tag=fan+art&tag=${encodeURIComponent('odd "tag" \\ x')}`);
    expect(ids(both.posts)).toEqual(["genshin"]);
    expect((await list(`tag=${encodeURIComponent('x" OR service = "fanbox')}`)).posts).toEqual([]);
  });

  test("a creator's search stays with the creator", async () => {
    expect(await list("q=genshin", "/api/v1/fanbox/user/2/posts")).toEqual([]);
    expect(await list("q=lighthouse", "/api/v1/fanbox/user/2/posts")).toHaveLength(50);
  });

  test("pages end exactly at the last hit", async () => {
    const [first, second] = await Promise.all([list("q=lighthouse"), list("q=lighthouse&o=50")]);
    expect([first.count, first.true_count, first.posts.length, second.posts.length]).toEqual([
      60, 60, 50, 10,
    ]);
    expect(new Set(ids([...first.posts, ...second.posts])).size).toBe(60);
    expect(await server.json("/api/v1/posts?q=lighthouse&o=100")).toEqual({
      status: 400,
      body: { error: "Offset 100 is bigger than total count 60." },
    });
    expect((await list("tag=many&o=50")).posts).toHaveLength(10);
    expect((await server.json("/api/v1/posts?q=lighthouse&o=50050")).body).toEqual({
      error: "Offset 50050 is bigger than total count 50000.",
    });
  });

  test("a query of one letter or of blanks counts as none", async () => {
    for (const q of ["g", "%20%20", ""]) expect((await list(`q=${q}`)).true_count).toBe(63);
  });
});

describe("the search box", () => {
  const search = async (q: string) =>
    (await server.json(`/api/v1/search?q=${encodeURIComponent(q)}`)).body as SearchAnswer;
  const mark = (text: string) => MARK_START + text + MARK_END;

  test("answers with creators, posts and DMs that are still there, matched words marked and no HTML made", async () => {
    const found = await search("genhsin");
    expect(found.creators).toEqual([
      { service: "patreon", id: "1", name: `${mark("Genshin")} Painter`, post_count: 3 },
    ]);
    expect(ids(found.posts).toSorted()).toEqual(["genshin", "other", "sea"]);
    expect(found.posts[0]).toEqual({
      service: "patreon",
      user: "1",
      id: "genshin",
      title: `${mark("Genshin")} Impact sketches`,
      creator: "Genshin Painter",
      snippet: POSTS[0].content,
      tags: ["Fan art", 'odd "tag" \\ x'],
    });
    expect(found.posts.find((post) => post.id === "other")?.snippet).toBe(
      `${mark("Genshin")} is named once here`,
    );
    expect(found.dms.map((dm) => dm.hash)).toEqual(["d1"]);
  });

  test("finds tags", async () => {
    expect((await search("fan")).tags).toEqual([
      { tag: "fan art", marked: `${mark("fan")} art`, post_count: 2 },
    ]);
  });

  test("nothing asked is nothing found", async () => {
    expect(await search("  ")).toEqual({ creators: [], posts: [], dms: [], tags: [] });
  });
});

describe("without an engine", () => {
  let hanging: Server;
  const servers: TestServer[] = [];
  beforeAll(async () => {
    hanging = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => hanging.once("listening", resolve));
    const port = (hanging.address() as AddressInfo).port;
    const urls = ["", "http://127.0.0.1:9", `http://127.0.0.1:${port}`];
    servers.push(...(await Promise.all(urls.map((url) => startServer({ MEILI_URL: url })))));
    for (const { sql } of servers) await buildCreator(sql);
  });
  afterAll(async () => {
    await Promise.all(servers.map((one) => one[Symbol.asyncDispose]()));
    hanging.close();
  });

  test.each([
    ["unset", 0],
    ["gone", 1],
    ["hanging", 2],
  ])("%s: the database answers instead, browsing goes on", async (_, at) => {
    const one = servers[at];
    if (one === undefined) throw new Error("no such server");
    const answers = [
      ["patreon/user/1/posts?q=word", []],
      ["search?q=word", { creators: [], posts: [], dms: [], tags: [], fallback: true }],
    ] as const;
    for (const [path, body] of answers)
      expect(await one.json(`/api/v1/${path}`)).toMatchObject({ status: 200, body });
    for (const query of ["q=word", "tag=a"])
      expect(await list(query, "/api/v1/posts", one)).toEqual({
        count: 0,
        true_count: 0,
        fallback: true,
        posts: [],
      });
    expect((await one.get("/api/v1/dms?q=word")).status).toBe(503);
    expect((await one.get("/api/v1/posts")).status).toBe(200);
    expect((await one.get("/api/v1/posts?q=w")).status).toBe(200);
  });
});
