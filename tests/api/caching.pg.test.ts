import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "#backend/app.ts";
import { listenForChanges } from "#backend/db/changes.ts";
import { openDatabase } from "#backend/db/client.ts";
import { REFILL_MS } from "#backend/http/cache.ts";
import { HAS_ZSTD } from "#backend/http/encodings.ts";
import { createDatabase, serverUrl } from "#tests/support/database.ts";
import { buildComment, buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";
import { zstdDecompress } from "#tests/support/zstd.ts";

const ZSTD: [string, typeof zstdDecompress][] = HAS_ZSTD ? [["zstd", zstdDecompress]] : [];

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql, { id: "1" });
  await buildPost(server.sql, { id: "1", tags: ["ink"] });
  await buildComment(server.sql);
  await server.sql`insert into creators (service, id, name, indexed, updated)
    select 'fanbox', n::text, 'Somebody ' || md5(n::text), now(), now() from generate_series(1, 500) n`;
  await trusted(server);
});
afterAll(() => server[Symbol.asyncDispose]());

async function until(what: () => boolean | Promise<boolean>, within = 100_000): Promise<void> {
  const end = Date.now() + within;
  while (!(await what())) {
    if (Date.now() > end) throw new Error("it did not come about in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const trusted = ({ changes }: TestServer) => until(() => changes.version() !== undefined);

const PAGES = [
  "/api/v1/creators",
  "/api/v1/creators.txt",
  "/api/v1/creators?since=",
  "/api/v1/artists/updated",
  "/api/v1/patreon/user/1/profile",
  "/api/v1/patreon/user/1/posts",
  "/api/v1/posts",
  "/api/v1/posts/tags",
  "/api/v1/patreon/user/1/post/1",
  "/api/v1/patreon/user/1/post/1/comments",
];

const tagOf = (response: Response) => response.headers.get("etag") ?? "";
const ask = (path: string, etag: string, init: RequestInit = {}) =>
  server.get(path, { ...init, headers: { "if-none-match": etag } });

/** No query of a content table can end while this runs. */
async function locked(work: () => Promise<void>): Promise<void> {
  await server.sql.begin(async (tx) => {
    await tx`lock table creators, posts, comments, tags, totals in access exclusive mode`;
    await work();
  });
}

describe("a read that was read before", () => {
  test.each(PAGES)(
    "%s has the headers of a cacheable response, the same on 200, 304 and HEAD",
    async (path) => {
      const whole = await server.get(path);
      expect(whole.status).toBe(200);
      expect(tagOf(whole)).toMatch(/^W\/"[\w.-]{20,60}"$/);
      expect(whole.headers.get("cache-control")).toBe("public, no-cache");
      expect(whole.headers.get("vary")).toMatch(/accept-encoding/i);
      const length = (await whole.arrayBuffer()).byteLength;
      expect(length).toBeGreaterThan(2);
      const again = await ask(path, tagOf(whole));
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const head = await server.get(path, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      for (const name of ["etag", "cache-control", "vary"])
        for (const other of [again, head]) expect(other.headers.get(name)).toBe(whole.headers.get(name));
      for (const name of ["content-type", "content-encoding"])
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
    },
  );

  test("an answer that may hold the request's own origin differs by Host, one with the site's does not", async () => {
    await using fixed = await startServer({ SITE_ORIGIN: "https://archive.example.org" });
    const path = "/api/v1/posts";
    const whole = await server.get(path);
    const again = await ask(path, tagOf(whole));
    for (const one of [whole, again]) expect(one.headers.get("vary")).toMatch(/\bhost\b/);
    expect((await fixed.get(path)).headers.get("vary")).toBe("accept-encoding");
  });

  test.each(PAGES)("%s is confirmed while no query can be answered", async (path) => {
    await allNotified(server);
    const etag = tagOf(await server.get(path));
    await locked(async () => {
      for (const held of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
        const answer = await ask(path, held, { signal: AbortSignal.timeout(60_000) });
        expect([held, answer.status]).toEqual([held, 304]);
      }
      const head = await ask(path, etag, { method: "HEAD", signal: AbortSignal.timeout(60_000) });
      expect(head.status).toBe(304);
    });
  });

  test("the lock of these tests blocks a query", async () => {
    await allNotified(server);
    await locked(async () => {
      const asked = ask("/api/v1/posts", 'W/"something else"', { signal: AbortSignal.timeout(300) });
      await expect(asked).rejects.toThrow();
    });
  });

  test("after a change it is read again: the same bytes are a 304, others a 200", async () => {
    const path = "/api/v1/patreon/user/1/profile";
    const etag = tagOf(await server.get(path));
    await server.sql`update creators set icon = icon where false`;
    await allNotified(server);
    await locked(async () => {
      await expect(ask(path, etag, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    });
    expect((await ask(path, etag)).status).toBe(304);
    await server.sql`update creators set name = name || '.' where id = '1' and service = 'patreon'`;
    await allNotified(server);
    const changed = await ask(path, etag);
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(etag);
  });

  test("a change of what an answer is not made of leaves it confirmed without a query", async () => {
    const path = "/api/v1/patreon/user/1/profile";
    const etag = tagOf(await server.get(path));
    await server.sql`update comments set content = content || '.'`;
    await allNotified(server);
    await locked(async () => {
      const answer = await ask(path, etag, { signal: AbortSignal.timeout(60_000) });
      expect(answer.status).toBe(304);
    });
  });

  test("a change that is rolled back invalidates nothing", async () => {
    await allNotified(server);
    const before = server.changes.version("posts");
    await server.sql
      .begin(async (tx) => {
        await tx`update posts set title = 'never'`;
        throw new Error("no");
      })
      .catch(() => {});
    await allNotified(server); // a message that was sent later has arrived
    expect(server.changes.version("posts")).toBe(before);
  });
});

test("errors and private responses are not cacheable", async () => {
  for (const path of ["/api/v1/patreon/user/none/profile", "/api/v1/posts?o=7"]) {
    const answer = await server.get(path);
    expect([answer.headers.get("etag"), answer.headers.get("cache-control")]).toEqual([null, "no-store"]);
  }
  const privateReads = apiRoutes().filter(({ contract }) => contract.private && contract.method === "GET");
  expect(privateReads.map(({ contract }) => contract.path)).toContain("/v1/artists/random");
  for (const { contract } of privateReads.filter(({ contract }) => !contract.path.includes(":"))) {
    const answer = await server.get(`/api${contract.path}`);
    expect([answer.headers.get("etag"), answer.headers.get("cache-control")]).toEqual([null, "no-store"]);
  }
});

test("tags are of one origin: addresses of files in an answer begin with it", async () => {
  await allNotified(server);
  const path = "/api/v1/patreon/user/1/post/1";
  const etag = tagOf(await server.get(path));
  const other = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      `${server.url}${path}`,
      { headers: { host: "elsewhere.example", "if-none-match": etag } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once("error", reject);
    sent.end();
  });
  // The same bytes here, as this post has no file; but they were made, not remembered.
  expect([200, 304]).toContain(other);
});

describe("notifications of changes", () => {
  test("a lost connection confirms nothing from that moment, and a new one starts over", async () => {
    await trusted(server);
    const before = server.changes.version()!;
    const admin = openDatabase(serverUrl(), { max: 1 });
    const database = new URL(server.config.DATABASE_URL!).pathname.slice(1);
    // While no new connection is admitted the listener stays without one, however late this looks.
    await admin`alter database ${admin(database)} allow_connections false`;
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${database} and application_name = 'roost-changes'`;
    await until(() => server.changes.version() === undefined);
    await admin`alter database ${admin(database)} allow_connections true`;
    await admin.end();
    await trusted(server);
    expect(server.changes.version()).toBeGreaterThan(before);
  });

  test("where messages do not arrive, as behind a transaction pooler, nothing is ever confirmed", async () => {
    await using other = await createDatabase();
    const sql = openDatabase(other.url, { max: 1 });
    // It listens in one database and the probes are sent in another: LISTEN works, nothing arrives.
    const changes = listenForChanges(server.config.DATABASE_URL!, sql);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(changes.version()).toBeUndefined();
    await changes.close();
    await sql.end();
  });
});

describe("the list of creators", () => {
  const made = async () => (await server.json("/api/v1/creators")).body as { id: string; name: string }[];

  test("is cached while nothing in it changes, even when counts do", async () => {
    await made();
    await buildPost(server.sql, { id: "counted" });
    await allNotified(server);
    await locked(async () => {
      const answer = await server.get("/api/v1/creators", { signal: AbortSignal.timeout(60_000) });
      expect(answer.status).toBe(200);
    });
  });

  test("shows a hidden and a renamed creator at once", async () => {
    expect((await made()).some(({ id }) => id === "77")).toBe(true);
    await server.sql`update creators set hidden = true where service = 'fanbox' and id = '77'`;
    await allNotified(server);
    expect((await made()).some(({ id }) => id === "77")).toBe(false);
  });

  test("is rebuilt at a limited rate while it keeps changing, and is current soon after", async () => {
    const seen = new Set<string>();
    const begun = performance.now();
    for (let i = 0; i < 30; i++) {
      await server.sql`update creator_counts set favorites = favorites + 1 where service = 'fanbox' and id = '5'`;
      await allNotified(server);
      seen.add(tagOf(await server.get("/api/v1/creators")));
    }
    expect(seen.size).toBeGreaterThan(0);
    // A few at once, and one more for each time that passes between two on a busy machine.
    expect(seen.size).toBeLessThan(8 + (performance.now() - begun) / REFILL_MS);
    await until(async () => {
      const { body } = await server.json("/api/v1/creators");
      const rows =
        await server.sql`select favorites from creator_counts where service = 'fanbox' and id = '5'`;
      return (
        (body as { id: string; service: string; favorited: number }[]).find(
          ({ id, service }) => id === "5" && service === "fanbox",
        )?.favorited === rows[0]?.["favorites"]
      );
    });
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    ...ZSTD,
    ["identity", (bytes) => bytes],
  ])("comes as %s under one tag with the same content", async (encoding, open) => {
    const plain = await raw("/api/v1/creators", "identity");
    const sent = await raw("/api/v1/creators", encoding);
    expect(sent.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    expect(sent.headers["content-length"]).toBe(String(sent.bytes.length));
    expect(sent.headers.etag).toBe(plain.headers.etag);
    expect(open(sent.bytes).equals(plain.bytes)).toBe(true);
    if (encoding !== "identity") expect(sent.bytes.length).toBeLessThan(plain.bytes.length * 0.7);
  });
});

function raw(path: string, accept: string) {
  type Answer = { headers: Record<string, string | string[] | undefined>; bytes: Buffer };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers: { "accept-encoding": accept } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    });
    sent.once("error", reject);
    sent.end();
  });
}
