import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let empty: TestServer;

beforeAll(async () => {
  [server, empty] = await Promise.all([startServer(), startServer()]);
  const { sql } = server;
  await buildCreator(sql, { id: "1", name: "Ann", public_id: "ann", relation_id: 5, favorited: 3 });
  await buildCreator(sql, {
    service: "fanbox",
    id: "2",
    name: "絵師",
    relation_id: 5,
    updated: "2024-06-01T00:00:00",
  });
  await buildCreator(sql, {
    service: "discord",
    id: "3",
    name: "Server",
    updated: "2024-07-01T00:00:00.000001",
  });
  await buildCreator(sql, { id: "gone", name: "Hidden", relation_id: 5, hidden: true });
  await buildPost(sql, { id: "a", tags: ["Sea", "ink"] });
  await buildPost(sql, { id: "b", tags: ["ink"] });
  await buildDm(sql);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
});

const PROFILE = {
  id: "1",
  name: "Ann",
  service: "patreon",
  indexed: "2024-01-01T10:00:00.123456",
  updated: "2024-05-01T10:00:00.654321",
  public_id: "ann",
  relation_id: 5,
  has_chats: false,
  post_count: 2,
  dm_count: 1,
  share_count: 0,
  chat_count: 0,
};

describe("lists", () => {
  test.each(["/api/v1/creators", "/api/v1/creators.txt", "/api/v1/creators/"])(
    "%s has the visible creators with whole seconds",
    async (path) => {
      expect(await server.json(path)).toEqual({
        status: 200,
        body: [
          {
            id: "3",
            name: "Server",
            service: "discord",
            indexed: 1704103200,
            updated: 1719792000,
            favorited: 0,
          },
          {
            id: "2",
            name: "絵師",
            service: "fanbox",
            indexed: 1704103200,
            updated: 1717200000,
            favorited: 0,
          },
          {
            id: "1",
            name: "Ann",
            service: "patreon",
            indexed: 1704103200,
            updated: 1714557600,
            favorited: 3,
          },
        ],
      });
    },
  );

  test("the creators updated last come first", async () => {
    const { body } = await server.json("/api/v1/artists/updated");
    expect(body).toMatchObject({
      props: { currentPage: "artists", display: "cached updated artists", count: 3, limit: 50 },
      results: [
        { id: "3", updated: "2024-07-01T00:00:00.000001", public_id: null },
        { id: "2", updated: "2024-06-01T00:00:00" },
        { id: "1", relation_id: 5 },
      ],
      base: { commit: true, sort_by: "updated" },
    });
  });

  test("a random creator is never a chat server and never hidden", async () => {
    for (let i = 0; i < 20; i += 1) {
      const { body } = await server.json("/api/v1/artists/random");
      expect(["1", "2"]).toContain((body as { artist_id: string }).artist_id);
    }
  });

  test("however many there are, a page of them is small", async () => {
    await using many = await startServer();
    await many.sql`
      insert into creators (service, id, name, indexed, updated)
      select 'patreon', n::text, 'Somebody with a name ' || n, now(), now() from generate_series(1, 10000) n`;
    for (const query of ["", "?sort_by=name&order=asc&service=patreon&o=9950"]) {
      const text = await (await many.get(`/api/v1/artists${query}`)).text();
      const { count, artists } = JSON.parse(text) as { count: number; artists: unknown[] };
      expect([count, artists.length]).toEqual([10_000, 50]);
      expect(text.length).toBeLessThan(100_000);
    }
  });

  test("an empty archive has empty lists", async () => {
    expect(await empty.json("/api/v1/creators")).toEqual({ status: 200, body: [] });
    expect(await empty.json("/api/v1/artists/random")).toEqual({ status: 404, body: { error: "Not Found" } });
    expect(await empty.json("/api/v1/artists/updated")).toMatchObject({
      body: { props: { count: 0 }, results: [] },
    });
  });
});

describe("one creator", () => {
  test("a profile has exactly its twelve keys in order", async () => {
    const response = await server.get("/api/v1/patreon/user/1/profile");
    expect(await response.text()).toBe(JSON.stringify(PROFILE));
  });

  test("a public name leads to the profile, whose id then differs", async () => {
    expect((await server.json("/api/v1/patreon/user/ann/profile")).body).toEqual(PROFILE);
    expect((await server.get("/api/v1/fanbox/user/ann/profile")).status).toBe(404);
  });

  test.each([undefined, "*/*", "text/css", "application/json", "text/html"])(
    "Accept %s gets JSON",
    async (accept) => {
      const response = await server.get(
        "/api/v1/patreon/user/1/profile",
        accept ? { headers: { accept } } : {},
      );
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await response.json()).toEqual(PROFILE);
    },
  );

  test("links are the visible accounts of the same person without itself", async () => {
    expect((await server.json("/api/v1/patreon/user/1/links")).body).toEqual([
      {
        id: "2",
        name: "絵師",
        service: "fanbox",
        indexed: "2024-01-01T10:00:00.123456",
        updated: "2024-06-01T00:00:00",
        public_id: null,
        relation_id: 5,
      },
    ]);
    expect((await server.json("/api/v1/discord/user/3/links")).body).toEqual([]);
  });

  test("tags are as written, most used first", async () => {
    expect((await server.json("/api/v1/patreon/user/1/tags")).body).toEqual([
      { tag: "ink", post_count: 2 },
      { tag: "Sea", post_count: 1 },
    ]);
  });

  test.each(["profile", "links", "tags", "posts", "posts?q=word"])(
    "%s that does not exist is a 404 with its fixed message",
    async (page) => {
      for (const who of ["patreon/user/9", "nowhere/user/1", "patreon/user/gone"]) {
        const response = await server.get(`/api/v1/${who}/${page}`);
        expect(response.status).toBe(404);
        expect(await response.text()).toBe('{"error":"Creator not found."}');
      }
    },
  );
});
