import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { latestShares } from "#backend/features/shares/queries.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { buildFile, buildShare, buildShareFile } from "#tests/support/talk-factories.ts";

let server: TestServer;
let empty: TestServer;

beforeAll(async () => {
  [server, empty] = await Promise.all([startServer(), startServer()]);
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea" });
  await buildCreator(sql, { id: "3", name: "No shares" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildShare(sql, "older");
  await buildShare(sql, "newer", { added: "2024-02-03T08:00:00", description: "" });
  await buildShare(sql, "unseen", { user: "gone", added: "2024-03-03T08:00:00" });
  await sql`insert into shares (id, service, "user", name, added)
    select 'n' || lpad(n::text, 3, '0'), 'fanbox', '2', 'Share', timestamptz '2023-01-01 00:00:00+00' - n * interval '1 hour'
    from generate_series(1, 100) n`;
  const png = await buildFile(sql, "a");
  const zip = await buildFile(sql, "b", { ext: ".bin", mime: "application/zip" });
  const bare = await buildFile(sql, "c", { ext: "" });
  await buildShareFile(sql, "older", 2, { hash: png, filename: '絵 "1"&?.png' });
  await buildShareFile(sql, "older", 0, { hash: zip, filename: "set.zip" });
  await buildShareFile(sql, "older", 1, { hash: bare, filename: "readme" });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
});

const NEWER = { id: "newer", name: "Share newer", description: "", added: "2024-02-03T08:00:00" };
const OLDER = {
  id: "older",
  name: "Share older",
  description: "<p>Files</p>",
  added: "2024-02-02T08:00:00.100000",
};
interface List {
  shares: { id: string }[];
  total: number;
}

describe("lists", () => {
  test("all shares come last added first, without those of hidden creators", async () => {
    const { body } = await server.json("/api/v1/shares");
    const { shares, total } = body as List;
    expect(Object.keys(body as object)).toEqual(["shares", "total"]);
    expect([shares.length, total]).toEqual([50, 102]);
    expect(JSON.stringify(shares.slice(0, 2))).toBe(JSON.stringify([NEWER, OLDER]));
    expect(shares.slice(2).map((share) => share.id)).toEqual(
      Array.from({ length: 48 }, (_, at) => `n${String(at + 1).padStart(3, "0")}`),
    );
  });

  test("a search finds names of shares and of their files, each word in either, in any case", async () => {
    const found = async (q: string) => {
      const { body } = await server.json(`/api/v1/shares?q=${encodeURIComponent(q)}`);
      const { shares, total } = body as List;
      expect(total).toBe(shares.length);
      return shares.map(({ id }) => id);
    };
    expect(await found("SHARE newer")).toEqual(["newer"]);
    expect(await found("older Set.ZIP")).toEqual(["older"]);
    expect(await found("絵 readme")).toEqual(["older"]);
    expect(await found("newer set.zip")).toEqual([]);
    expect(await found("100%")).toEqual([]);
    expect(await found("unseen")).toEqual([]);
    const { body } = await server.json("/api/v1/shares?q=share&o=50");
    expect([(body as List).shares.length, (body as List).total]).toEqual([50, 102]);
    expect(await server.json("/api/v1/shares?q=s")).toMatchObject({ body: { total: 102 } });
  });

  test("a creator's come in the same order", async () => {
    const response = await server.get("/api/v1/patreon/user/1/shares");
    expect(await response.text()).toBe(JSON.stringify({ shares: [NEWER, OLDER], total: 2 }));
    expect((await server.json("/api/v1/patreon/user/3/shares")).body).toEqual({ shares: [], total: 0 });
  });

  test.each([
    ["shares?o=100", 2, 102],
    ["shares?o=", 50, 102],
    ["fanbox/user/2/shares?o=50", 50, 100],
    ["fanbox/user/2/shares?o=100", 0, 100],
  ])("%s has %i", async (path, length, count) => {
    const { status, body } = await server.json(`/api/v1/${path}`);
    const { shares, total } = body as List;
    expect([status, shares.length, total]).toEqual([200, length, count]);
  });

  test.each([
    ["shares?o=150", "Offset 150 is bigger than total count 102."],
    ["shares?o=ten", "Offset ten is not a multiple of 50."],
    ["shares?o=999999999999950", "Offset 999999999999950 is bigger than total count 102."],
    ["fanbox/user/2/shares?o=150", "Offset 150 is bigger than total count 100."],
    ["fanbox/user/2/shares?o=1", "Offset 1 is not a multiple of 50."],
  ])("%s is a 400 with its exact message", async (path, error) => {
    const response = await server.get(`/api/v1/${path}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe(JSON.stringify({ error }));
  });

  test.each(["patreon/user/9", "patreon/user/gone", "nowhere/user/1"])("%s has none", async (who) => {
    const response = await server.get(`/api/v1/${who}/shares`);
    expect([response.status, await response.text()]).toEqual([200, '{"shares":[],"total":0}']);
  });

  test("an empty archive has an empty list", async () => {
    expect((await empty.json("/api/v1/shares")).body).toEqual({ shares: [], total: 0 });
  });

  test("a page reads its own rows from the index and no others", async () => {
    const undone = new Error("undone");
    let read = 0;
    const work = server.sql.begin(async (tx) => {
      await tx`insert into shares (id, service, "user", name, added)
        select 'many' || n, 'fanbox', '2', 'Share', now() - n * interval '1 minute' from generate_series(1, 3000) n`;
      await tx`analyze shares, creators`;
      const rows = async () => {
        const [row] = await tx<
          [{ n: number }]
        >`select pg_stat_get_xact_tuples_returned('shares_by_added'::regclass) as n`;
        return row.n;
      };
      const before = await rows();
      expect((await latestShares(tx, { offset: 0, limit: 50 })).shares).toHaveLength(50);
      read = (await rows()) - before;
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(read).toBe(50);
  });
});

describe("one share", () => {
  test("has its files in their order, each with the address of its bytes", async () => {
    const response = await server.get("/api/v1/share/older");
    const at = (seed: string, ext: string) =>
      `${server.url}/data/${seed}${seed}/${seed}${seed}/${seed.repeat(64)}${ext}`;
    expect(await response.text()).toBe(
      JSON.stringify({
        ...OLDER,
        share_files: [
          {
            hash: "b".repeat(64),
            ext: ".bin",
            filename: "set.zip",
            upload_url: `${at("b", ".bin")}?f=set.zip`,
          },
          { hash: "c".repeat(64), ext: "", filename: "readme", upload_url: `${at("c", "")}?f=readme` },
          {
            hash: "a".repeat(64),
            ext: ".png",
            filename: '絵 "1"&?.png',
            upload_url: `${at("a", ".png")}?f=%E7%B5%B5%20%221%22%26%3F.png`,
          },
        ],
      }),
    );
  });

  test("may have no files", async () => {
    expect((await server.json("/api/v1/share/newer")).body).toEqual({ ...NEWER, share_files: [] });
  });

  test.each(["none", "unseen"])("%s is a plain 404", async (id) => {
    const response = await server.get(`/api/v1/share/${id}`);
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Not Found"}']);
  });
});

test.each(["shares", "patreon/user/1/shares", "share/older"])(
  "%s is JSON for Accept: text/css",
  async (path) => {
    const plain = await server.get(`/api/v1/${path}`);
    const css = await server.get(`/api/v1/${path}`, { headers: { accept: "text/css" } });
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(await css.text()).toBe(await plain.text());
  },
);
