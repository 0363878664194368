/** Search by an account in a group that does not see some posts of visible creators (decision 0073). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { getRoutes } from "#tests/support/examples.ts";
import { addGroup, CANARY, markRatedPosts, memberOf } from "#tests/support/groups.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: IndexedServer;
let administrator: Visitor;
let child: Visitor;
beforeAll(async () => {
  server = await startIndexedServer({ ...BEHIND_PROXY, ACCESS: "members" });
  await importSmallSample(server);
  await markRatedPosts(server.sql);
  await server.indexed();
  administrator = await member(server, "admin", "administrator");
  const group = await addGroup(server, "children");
  await server.sql`update groups set rating = 0`;
  child = await memberOf(server, group, "child");
});
afterAll(() => server[Symbol.asyncDispose]());

test("no search finds the word of a rated post, and administrators do", async () => {
  let found = 0;
  for (const { path, access, open } of getRoutes()) {
    if (path.includes(":") || access !== "anyone" || open === true) continue;
    for (const q of [CANARY.slice(0, -1), `${CANARY.slice(0, -1)}x`, ""]) {
      const address = `${path}?q=${q}`;
      const { status, text } = await child.get(address);
      const isNamed = text.replaceAll(`"${q}"`, "").includes(CANARY);
      expect([address, status, isNamed]).toEqual([address, 200, false]);
      if ((await administrator.get(address)).text.includes(CANARY)) found += 1;
    }
  }
  expect(found).toBeGreaterThan(5);
});

interface Box {
  creators: { service: string; id: string; post_count: number }[];
  tags: { tag: string; post_count: number }[];
}

test("totals and facets are those of the other posts, and hits have their counts", async () => {
  const { sql } = server;
  const [{ posts }] = await sql<[{ posts: number }]>`
    select count(*)::integer as posts from posts where rating = 0 and not hidden`;
  expect((await child.json<{ count: number }>("/v1/posts?q=-zzz")).count).toBe(posts);
  const facets = await child.json<{ service: { count: number }[] }>("/v1/search/facets?q=-zzz");
  expect(facets.service.reduce((sum, { count }) => sum + count, 0)).toBe(posts);
  const [tag] = await sql<[{ tag: string; posts: number }]>`
    select lower(tag) as tag, count(distinct (p.service, p.id)) filter (where p.rating = 0)::integer as posts
    from posts p, unnest(p.tags) tag where not p.hidden group by 1
    having count(*) filter (where p.rating = 0) > 0 and count(*) filter (where p.rating > 0) > 1 order by 2 desc limit 1`;
  const { tags } = await child.json<Box>(`/v1/search?q=${encodeURIComponent(tag.tag)}`);
  expect(tags.find((hit) => hit.tag === tag.tag)?.post_count).toBe(tag.posts);
  const [creator] = await sql<[{ service: string; id: string; name: string; posts: number }]>`
    select c.service, c.id, c.name, count(*) filter (where p.rating = 0)::integer as posts
    from creators c join posts p on p.service = c.service and p."user" = c.id where not p.hidden group by 1, 2
    having count(*) filter (where p.rating > 0) > 0 order by 1, 2 limit 1`;
  const { creators } = await child.json<Box>(`/v1/search?q=${encodeURIComponent(creator.name)}`);
  expect(creators.find(({ id }) => id === creator.id)?.post_count).toBe(creator.posts);
});
