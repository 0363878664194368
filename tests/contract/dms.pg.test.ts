import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { latestDms } from "#backend/features/dms/queries.ts";
import { buildCreator, buildDm, fakePath } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { buildChannel, buildCommunityChannel } from "#tests/support/talk-factories.ts";

let server: TestServer;
let empty: TestServer;
const file = { name: "gift.png", path: fakePath("a", ".png") };
const embed = { url: "https://example.org/", subject: "S", description: "D" };

beforeAll(async () => {
  [server, empty] = await Promise.all([startServer(), startServer()]);
  const { sql } = server;
  await buildCreator(sql, { public_id: "ann", relation_id: 5 });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea", updated: "2024-05-01T10:00:00" });
  await buildCreator(sql, { service: "discord", id: "s1", name: "Server" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildCommunityChannel(sql, "r1");
  await buildChannel(sql, "c1");
  await sql`insert into dms (hash, service, "user", content, added, published)
    select 'n' || lpad(n::text, 3, '0'), 'fanbox', '2', 'Word', timestamptz '2023-01-01 00:00:00+00' - n * interval '1 hour', now()
    from generate_series(1, 98) n`;
  await buildDm(sql, { hash: "newer", added: "2024-02-03T08:00:00", embed, file });
  await buildDm(sql, { hash: "older" });
  await buildDm(sql, { hash: "unapproved", hidden: true, added: "2024-03-03T08:00:00" });
  await buildDm(sql, { hash: "unseen", user: "gone", added: "2024-03-03T08:00:00" });
  await sql`update dms set content = 'changed' where hash = 'unseen'`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
});

const NEWER = {
  hash: "newer",
  user: "1",
  service: "patreon",
  content: "A message",
  embed,
  file,
  added: "2024-02-03T08:00:00",
  published: "2024-02-01T08:00:00",
};
const OLDER = { ...NEWER, hash: "older", embed: {}, file: {}, added: "2024-02-02T08:00:00.100000" };
const ARTIST = {
  id: "1",
  name: "Ann",
  service: "patreon",
  indexed: "2024-01-01T10:00:00.123456",
  updated: "2024-05-01T10:00:00.654321",
  public_id: "ann",
  relation_id: 5,
  has_chats: true,
};

interface List {
  props: { currentPage: string; count: number; limit: number; dms: (typeof NEWER & { artist: object })[] };
}
const list = async (path: string) => (await server.json(path)).body as List;

test("a DM with several files has the first in file, as ever, and the others besides", async () => {
  const attachments = [{ name: "two.png", path: fakePath("b", ".png") }];
  await using several = await startServer();
  await buildCreator(several.sql);
  await buildDm(several.sql, { file, attachments });
  const dm = { ...OLDER, hash: "d1", file, attachments };
  expect((await several.json("/api/v1/patreon/user/1/dms")).body).toEqual([{ ...dm, artist: null }]);
  expect((await several.json("/api/v1/dms")).body).toMatchObject({ props: { dms: [dm] } });
});

describe("all DMs", () => {
  test("are in props, last added first, each with its creator; hidden ones are not", async () => {
    const { props } = await list("/api/v1/dms");
    expect(Object.keys(props)).toEqual(["currentPage", "count", "limit", "dms"]);
    expect([props.currentPage, props.count, props.limit, props.dms.length]).toEqual(["artists", 100, 50, 50]);
    expect(JSON.stringify(props.dms.slice(0, 2))).toBe(
      JSON.stringify([
        { ...NEWER, artist: ARTIST },
        { ...OLDER, artist: ARTIST },
      ]),
    );
    expect(props.dms.slice(2).map((dm) => dm.hash)).toEqual(
      Array.from({ length: 48 }, (_, at) => `n${String(at + 1).padStart(3, "0")}`),
    );
    expect(props.dms[2]?.artist).toEqual({
      id: "2",
      name: "Bea",
      service: "fanbox",
      indexed: "2024-01-01T10:00:00.123456",
      updated: "2024-05-01T10:00:00",
      public_id: null,
      relation_id: null,
      has_chats: false,
    });
  });

  test.each([
    ["?o=&q=", 50],
    ["?q=no", 50],
    ["?q=%20no%20%20", 50],
    ["?o=50", 50],
    ["?o=100", 0],
  ])("page %s has %i", async (query, length) => {
    const { props } = await list(`/api/v1/dms${query}`);
    expect([props.count, props.dms.length]).toEqual([100, length]);
  });

  test("pages do not overlap", async () => {
    const pages = await Promise.all([list("/api/v1/dms"), list("/api/v1/dms?o=50")]);
    expect(new Set(pages.flatMap(({ props }) => props.dms.map((dm) => dm.hash))).size).toBe(100);
  });

  test.each([
    ["o=150", "Offset 150 is bigger than total count 100."],
    ["o=999999999999950", "Offset 999999999999950 is bigger than total count 100."],
    ["o=25", "Offset 25 is not a multiple of 50."],
    ["o=-50", "Offset -50 is not a multiple of 50."],
    ["q=word&o=50050", "Offset 50050 is bigger than total count 50000."],
  ])("%s is a 400 with its exact message", async (query, error) => {
    const response = await server.get(`/api/v1/dms?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe(JSON.stringify({ error }));
  });

  test("a query without an engine is a 503", async () => {
    const { status, body } = await server.json("/api/v1/dms?q=zzzqy");
    expect([status, body]).toEqual([503, { error: "Search is not available right now." }]);
  });

  test("an empty archive has an empty list", async () => {
    expect((await empty.json("/api/v1/dms")).body).toEqual({
      props: { currentPage: "artists", count: 0, limit: 50, dms: [] },
    });
    expect((await empty.get("/api/v1/dms?o=50")).status).toBe(400);
  });

  test("a page reads its own rows from the index and no others", async () => {
    const undone = new Error("undone");
    const read: number[] = [];
    const work = server.sql.begin(async (tx) => {
      await tx`insert into dms (hash, service, "user", content, added, published)
        select 'many' || n, 'fanbox', '2', 'Word', now() - n * interval '1 minute', now() from generate_series(1, 5000) n`;
      await tx`analyze dms, creators`;
      const rows = async () => {
        const [row] = await tx<
          [{ n: number }]
        >`select pg_stat_get_xact_tuples_returned('dms_by_added'::regclass) as n`;
        return row.n;
      };
      const before = await rows();
      expect((await latestDms(tx, { offset: 0, limit: 50 })).dms).toHaveLength(50);
      read.push((await rows()) - before);
      const between = await rows();
      expect((await latestDms(tx, { offset: 999_999_950, limit: 50 })).dms).toEqual([]);
      read.push((await rows()) - between);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(read).toEqual([50, 0]);
  });
});

describe("a creator's DMs", () => {
  test("are a bare list, first added first, with artist null", async () => {
    const response = await server.get("/api/v1/patreon/user/1/dms");
    expect(await response.text()).toBe(
      JSON.stringify([
        { ...OLDER, artist: null },
        { ...NEWER, artist: null },
      ]),
    );
    expect((await server.json("/api/v1/fanbox/user/2/dms")).body).toHaveLength(98);
  });

  test.each(["discord/user/s1", "patreon/user/9", "patreon/user/gone", "nowhere/user/1"])(
    "%s has none",
    async (who) => {
      expect(await server.json(`/api/v1/${who}/dms`)).toEqual({ status: 200, body: [] });
    },
  );
});

test("no DMs wait for a visitor without an account", async () => {
  expect(await server.json("/api/v1/has_pending_dms")).toEqual({ status: 200, body: false });
});

test.each(["dms", "patreon/user/1/dms", "has_pending_dms"])(
  "%s is JSON for Accept: text/css",
  async (path) => {
    const plain = await server.get(`/api/v1/${path}`);
    const css = await server.get(`/api/v1/${path}`, { headers: { accept: "text/css" } });
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(await css.text()).toBe(await plain.text());
  },
);
