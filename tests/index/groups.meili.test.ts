/** Search by an account in a group: the engine finds and counts only what the group sees (decision 0073). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { getRoutes } from "#tests/support/examples.ts";
import { addGroup, CANARY, type Key, markHidden, memberOf, RULES } from "#tests/support/groups.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: IndexedServer;
let administrator: Visitor;
let seen: Key;
beforeAll(async () => {
  server = await startIndexedServer({ ...BEHIND_PROXY, ACCESS: "members" });
  await importSmallSample(server);
  ({ seen } = await markHidden(server.sql));
  await server.indexed();
  administrator = await member(server, "admin", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

/** The beginning of the word and one with a typo: answers may repeat the words. */
const WORDS = [CANARY.slice(0, -1), `${CANARY.slice(0, -1)}x`, ""];

/** Reads of content without names in their path: those that do not search ignore the words. */
const searches = () =>
  getRoutes().filter(({ path, access, open }) => !path.includes(":") && access === "anyone" && open !== true);

describe.each(Object.entries(RULES))("hidden %s", (name, hide) => {
  let one: Visitor;
  beforeAll(async () => {
    const group = await addGroup(server, name);
    await hide(server.sql, group, seen);
    one = await memberOf(server, group, name.replaceAll(" ", ""));
  });

  test("no search finds a hidden word, and administrators do", async () => {
    let found = 0;
    for (const { path } of searches()) {
      for (const q of WORDS) {
        const address = `${path}?q=${q}`;
        const { status, text } = await one.get(address);
        expect([address, status, text.replaceAll(`"${q}"`, "").includes(CANARY)]).toEqual([
          address,
          200,
          false,
        ]);
        if ((await administrator.get(address)).text.includes(CANARY)) found += 1;
      }
    }
    expect(found).toBeGreaterThan(5);
  });

  test("hits, totals and facets are those of the visible creator", async () => {
    const [{ posts }] = await server.sql<[{ posts: number }]>`
      select post_count as posts from creators where service = ${seen.service} and id = ${seen.id}`;
    const all = await one.json<{ count: number; posts: { user: string }[] }>("/v1/posts?q=-zzz");
    expect(all.count).toBe(posts);
    expect(new Set(all.posts.map(({ user }) => user))).toEqual(new Set([seen.id]));
    const other = await one.json<{ count: number }>(`/v1/posts?q=-service:${seen.service}`);
    expect(other.count).toBe(0);
  });
});

test("a rating that is raised leaves the search at once, and comes back with it", async () => {
  const group = await addGroup(server, "rated");
  await server.sql`update groups set rating = 1 where id = ${group}`;
  const one = await memberOf(server, group, "rated");
  const count = async () => (await one.json<{ count: number }>("/v1/posts?q=-zzz")).count;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const path = `/v1/account/administrator/ratings/${seen.service}/${seen.id}`;
  expect((await administrator.send("PUT", path, { rating: "adults" })).status).toBe(200);
  await server.indexed();
  expect(await count()).toBe(0);
  expect((await administrator.send("PUT", path, { rating: "everyone" })).status).toBe(200);
  await server.indexed();
  expect(await count()).toBe(before);
});
