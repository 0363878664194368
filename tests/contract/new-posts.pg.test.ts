/** New posts of favorite creators, across creators. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const SINCE = "2024-03-01T00:00:00";
const path = (query = `since=${SINCE}`) => `/v1/account/favorites/new?${query}`;

interface Answer {
  count: number;
  at: string;
  creators: { service: string; id: string; name: string; count: number }[];
  posts: { service: string; user: string; id: string }[];
}

let server: TestServer;
let ann: Visitor & { id: number };
let bo: Visitor;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  [ann, bo] = [await member(server, "anna"), await member(server, "other")];
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea" });
  await buildCreator(sql, { id: "other", name: "No favorite" });
  await buildCreator(sql, { id: "gone", name: "Gone", hidden: true });
  for (const key of ["patreon/1", "fanbox/2"]) await ann.post(`/v1/favorites/creator/${key}`);
  await sql`insert into favorite_creators (account, service, id) values (${ann.id}, 'patreon', 'gone')`;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.sql`delete from posts`;
});

const ask = (query?: string) => ann.json<Answer>(path(query));
const at = (minute: number) => new Date(Date.UTC(2024, 3, 1, 0, minute)).toISOString().slice(0, 19);

test("posts that were added since come last added first, with how many each creator has", async () => {
  const { sql } = server;
  await buildPost(sql, { id: "old", added: SINCE });
  await buildPost(sql, { id: "undated", added: null });
  await buildPost(sql, { id: "a", added: at(1), tags: ["rain"] });
  await buildPost(sql, { service: "fanbox", user: "2", id: "b", added: at(2) });
  await buildPost(sql, { id: "c", added: at(3), published: "2020-01-01T00:00:00" });
  await buildPost(sql, { user: "other", id: "d", added: at(4) });
  const { count, creators, posts } = await ask();
  expect(count).toBe(3);
  expect(creators).toEqual([
    { id: "1", name: "Ann", service: "patreon", count: 2 },
    { id: "2", name: "Bea", service: "fanbox", count: 1 },
  ]);
  expect(posts.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  expect(Object.keys(posts[2] ?? {})).toEqual(
    "id user service title substring published file attachments tags".split(" "),
  );
  expect(posts[2]).toMatchObject({ tags: ["rain"] });
});

test("hidden posts, and posts of hidden creators, are neither listed nor counted", async () => {
  const { sql } = server;
  await buildPost(sql, { id: "a", added: at(1) });
  await buildPost(sql, { id: "hidden", added: at(2), hidden: true });
  await buildPost(sql, { user: "gone", id: "gone", added: at(3) });
  const { count, creators, posts } = await ask();
  expect([count, creators.map(({ id }) => id), posts.map(({ id }) => id)]).toEqual([1, ["1"], ["a"]]);
});

test("the pages hold each post once, and their figures are the database's", async () => {
  const { sql } = server;
  for (let n = 0; n < 120; n++) {
    const creator = n % 3 === 0 ? { service: "fanbox", user: "2" } : {};
    await buildPost(sql, { ...creator, id: `p${n}`, added: at(Math.floor(n / 2)), hidden: n % 10 === 0 });
  }
  const counted = await sql<{ service: string; id: string; count: number }[]>`
    select service, "user" as id, count(*)::int from posts where added > ${SINCE} and not hidden group by 1, 2`;
  const pages = [];
  for (const o of [0, 50, 100]) pages.push(await ask(`since=${SINCE}&o=${o}`));
  for (const { count, creators } of pages) {
    expect(count).toBe(108);
    expect(new Map(creators.map((one) => [one.id, one.count]))).toEqual(
      new Map(counted.map((one) => [one.id, one.count])),
    );
  }
  expect(pages.map(({ posts }) => posts.length)).toEqual([50, 50, 8]);
  expect(new Set(pages.flatMap(({ posts }) => posts.map(({ id }) => id))).size).toBe(108);
  const { status } = await ann.get(path(`since=${SINCE}&o=150`));
  expect(status).toBe(400);
});

test("the next look begins where this one ended, a minute back for imports that are under way", async () => {
  const before = Date.now();
  const answer = await ask();
  const next = Date.parse(`${answer.at}Z`);
  expect(next).toBeGreaterThanOrEqual(before - 61_000);
  expect(next).toBeLessThanOrEqual(Date.now() - 60_000);
  await buildPost(server.sql, { id: "late", added: new Date(before).toISOString().slice(0, 19) });
  expect((await ask(`since=${answer.at}`)).posts.map(({ id }) => id)).toEqual(["late"]);
});

test("each account has its own; nobody has any; without a date there is no answer", async () => {
  await buildPost(server.sql, { id: "a", added: at(1) });
  expect(await bo.json<Answer>(path())).toMatchObject({ count: 0, creators: [], posts: [] });
  const nobody = await new Visitor(server).get(path());
  expect([nobody.status, nobody.text]).toEqual([401, refusal("You must be registered to access this page.")]);
  for (const query of ["", "since=", "since=Tuesday"])
    expect((await ann.get(path(query))).status, query).toBe(400);
  expect((await ann.get(path())).headers.get("cache-control")).toBe("no-store");
});
