/** The query language on the API: each condition, alone and together, and nothing that gets out of its value. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { parseQuery, printCondition } from "#shared/search/query.ts";
import { buildComment, buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { allNotified } from "#tests/support/server.ts";

const file = (name: string, ext: string) => ({
  name,
  path: `/aa/bb/aabb${name.length.toString(16).padStart(60, "0")}${ext}`,
});
const POSTS = [
  { id: "old", title: "Lantern first", published: "2022-03-01T00:00:00", tags: ["rain", "fan art"] },
  { id: "mid", title: "Lantern second", published: "2023-05-31T12:00:00", tags: ["rain", "wip"] },
  { id: "new", title: "Lantern third", published: "2024-01-01T00:00:00", tags: ["sun"] },
  { id: "undated", title: "Lantern without a date", published: null },
  {
    id: "files",
    title: "Quiet harbor",
    published: "2021-01-01T00:00:00",
    file: file("brush.PSD", ".psd"),
    attachments: [file("film.mp4", ".mp4"), file("work.zip", ".bin")],
    poll: {
      title: "Which?",
      description: null,
      choices: [],
      created_at: "2021-01-01T00:00:00",
      closes_at: null,
      allow_multiple: false,
    },
  },
  { id: "bea", service: "fanbox", user: "2", title: "Lantern of another", published: "2020-06-01T00:00:00" },
];
let server: IndexedServer;

beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { name: "Ann Lee" });
  await buildCreator(sql, { service: "fanbox", id: "2", name: 'Bea "B" \\' });
  for (const post of POSTS) await buildPost(sql, post);
  await buildComment(sql, { post: "mid", id: "c1" });
  await buildDm(sql, { hash: "d1", content: "Lantern in a message" });
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

const list = async (q: string, path = "/api/v1/posts") =>
  (await server.json(`${path}?q=${encodeURIComponent(q)}`)) as {
    status: number;
    body: { true_count: number; posts: { id: string }[] };
  };
const ids = async (q: string) => (await list(q)).body.posts.map(({ id }) => id);

test.each([
  ["lantern tag:rain", ["mid", "old"]],
  ['tag:"fan art"', ["old"]],
  ["tag:rain -tag:wip", ["old"]],
  ["lantern -tag:rain -service:fanbox", ["new", "undated"]],
  ["service:fanbox", ["bea"]],
  ["tag:Fan_Art", ["old"]],
  ["tag:FAN-art", ["old"]],
  ["tag:ｆａｎ－ａｒｔ|none", ["old"]],
  ["lantern -tag:fan-art -tag:wip", ["bea", "new", "undated"]],
  ["tag:fanart", []],
  ['tag:wip|"fan art"', ["mid", "old"]],
  ["lantern tag:sun|wip after:2024", ["new"]],
  ["lantern -tag:rain|sun", ["bea", "undated"]],
  ["tag:rain|sun tag:wip|sun", ["mid", "new"]],
  ["has:poll|comments", ["files", "mid"]],
  ["service:fanbox|patreon tag:sun", ["new"]],
  ["person:fanbox/2|patreon/1 tag:sun", ["new"]],
  ["tag:sun service:fanbox", []],
  ["service:fanbox service:patreon tag:sun", ["new"]],
  ['creator:"Ann Lee" tag:sun', ["new"]],
  ["creator:2", ["bea"]],
  ["has:video", ["files"]],
  ["has:archive has:video", ["files"]],
  ["has:audio", []],
  ["has:poll", ["files"]],
  ["has:comments", ["mid"]],
  ["ext:psd", ["files"]],
  ["ext:.ZIP", ["files"]],
  ["before:2021", ["bea"]],
  ["lantern after:2023-05-31", ["mid", "new"]],
  ["after:2022 before:2023", ["old"]],
  ["lantern -first -second -another", ["new", "undated"]],
  ['"quiet harbor"', ["files"]],
])("%s", async (q, expected) => {
  expect((await ids(q)).sort()).toEqual(expected);
});

test.each([
  ["creator:patreon/1 tag:rain", ["mid", "old"]],
  ["creator:fanbox/1", []],
  ["person:patreon/1 lantern", ["mid", "new", "old", "undated"]],
  ["person:fanbox/2 lantern", ["bea"]],
  ["person:fanbox/2 creator:patreon/1 tag:sun", ["new"]],
  ["person:fanbox/unknown", []],
])("%s, where nobody is linked", async (q, expected) => {
  expect((await ids(q)).sort()).toEqual(expected);
});

test("a person is all linked profiles from the moment they are linked until they are not", async () => {
  const { sql } = server;
  const found = async (q: string) => {
    await allNotified(server);
    return (await ids(q)).sort();
  };
  const all = ["bea", "mid", "new", "old", "undated"];
  const address = `/api/v1/posts?q=${encodeURIComponent("lantern person:fanbox/2")}`;
  const tagOf = async () => (await server.get(address)).headers.get("etag");
  await sql`update creators set relation_id = 3 where service in ('patreon', 'fanbox')`;
  expect(await found("lantern person:fanbox/2")).toEqual(all);
  expect(await found("lantern person:patreon/1")).toEqual(all);
  expect(await found("lantern creator:fanbox/2")).toEqual(["bea"]);
  expect(await found("lantern -person:fanbox/2")).toEqual([]);
  expect(await found("person:patreon/1 -creator:patreon/1")).toEqual(["bea"]);
  const { body } = await server.json(`/api/v1/search?q=${encodeURIComponent("lantern person:fanbox/2")}`);
  expect((body as SearchAnswer).dms).toHaveLength(1);
  const before = await tagOf();
  await sql`update creators set relation_id = null`;
  expect(await found("lantern person:fanbox/2")).toEqual(["bea"]);
  expect(await tagOf()).not.toBe(before);
});

test("an order can be asked for", async () => {
  expect(await ids("lantern sort:newest")).toEqual(["new", "mid", "old", "bea", "undated"]);
  expect((await ids("lantern sort:oldest after:2000")).at(0)).toBe("bea");
});

test("a malformed condition is a word", async () => {
  const answer = await list("has:everything before:now");
  expect([answer.status, answer.body.true_count]).toEqual([200, 0]);
});

test("a comment that moderators hide counts as none, and as one when it is back", async () => {
  const { sql } = server;
  await sql`update comments set hidden = true where id = 'c1'`;
  await server.indexed();
  expect(await ids("has:comments")).toEqual([]);
  await sql`update comments set hidden = false where id = 'c1'`;
  await server.indexed();
  expect(await ids("has:comments")).toEqual(["mid"]);
  await sql`delete from comments where id = 'c1'`;
  await server.indexed();
  expect(await ids("has:comments")).toEqual([]);
});

test("DMs and the box obey the conditions that apply to them; the others find nothing there", async () => {
  const dms = async (q: string) =>
    ((await server.json(`/api/v1/dms?q=${encodeURIComponent(q)}`)).body as { props: { count: number } }).props
      .count;
  expect(await dms("lantern service:patreon")).toBe(1);
  expect(await dms("lantern service:fanbox")).toBe(0);
  expect(await dms("lantern tag:rain")).toBe(0);
  const { body } = await server.json(`/api/v1/search?q=${encodeURIComponent("lantern tag:sun")}`);
  const { posts, dms: found, creators, tags } = body as SearchAnswer;
  expect(posts.map(({ id }) => id)).toEqual(["new"]);
  expect([found, creators, tags]).toEqual([[], [], []]);
});

const Value = fc
  .array(
    fc.oneof(
      fc.constantFrom("\\", "'", ")", " OR ", " AND ", "NOT ", "id EXISTS", '= "', "]", "--", "夏"),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join("").replaceAll('"', ""));

test("no value gets out of its condition", async () => {
  const Key = fc.constantFrom("tag", "creator", "person", "ext", "has", "service", "before");
  await fc.assert(
    fc.asyncProperty(Key, Value, async (key, value) => {
      const [condition] = parseQuery(`${key}:"${value}"`).conditions;
      fc.pre(condition !== undefined && !["rain", "sun", "wip", "2"].includes(condition.value));
      const { status, body } = await list(printCondition({ ...condition, key: "tag", or: ["none"] }));
      expect([status, body.true_count]).toEqual([200, 0]);
    }),
    { numRuns: 60 },
  );
});
