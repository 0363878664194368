/** Posts with a rating of their own, of creators that everyone sees (decision 0073). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ratingTask } from "#backend/groups/rating-rules.ts";
import type { GroupPreview } from "#shared/entities/group.ts";
import { EARLIEST_POPULAR } from "#shared/rules/popular.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { addExamples, exampleAddresses, getRoutes } from "#tests/support/examples.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { addGroup, CANARY, type Key, markRatedPosts, memberOf, tokenOf } from "#tests/support/groups.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: TestServer;
let administrator: Visitor;
let group: number;
let child: Visitor & { id: number };

beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
  const { sql } = server;
  await importSmallSample(server);
  await addExamples(sql, server.data);
  await markRatedPosts(sql);
  administrator = await member(server, "admin", "administrator");
  group = await addGroup(server, "children");
  await sql`update groups set rating = 0`;
  child = await memberOf(server, group, "child");
});
afterAll(() => server[Symbol.asyncDispose]());

const cookieOf = (visitor: Visitor) => ({ cookie: `session=${visitor.cookies.get("session")}` });

test("no answer names a rated post, and administrators get it", async () => {
  const token = await tokenOf(server, child.id);
  let named = 0;
  for (const { path } of getRoutes()) {
    for (const example of await exampleAddresses(server.sql, path)) {
      const address = `${example.path}?${example.query}`;
      for (const headers of [cookieOf(child), token]) {
        const response = await server.get(address, { headers });
        const answer = JSON.stringify([...response.headers]) + (await response.text());
        expect(answer.includes(CANARY), `${response.status} ${address}`).toBe(false);
        expect(response.status, `${address} ${answer}`).not.toBe(500);
      }
      const whole = await server.get(address, { headers: cookieOf(administrator) });
      if ((await whole.text()).includes(CANARY)) named += 1;
    }
  }
  expect(named).toBeGreaterThan(10);
});

const UNRATED = "not p.hidden and p.rating = 0";

test("counts, tags and totals are those of the other posts", async () => {
  const { sql } = server;
  const [{ posts }] = await sql<[{ posts: number }]>`
    select count(*)::integer as posts from posts p where ${sql.unsafe(UNRATED)}`;
  expect(await child.json("/v1/posts")).toMatchObject({ count: posts, true_count: posts });
  const tags = await sql<{ tag: string; post_count: number }[]>`
    select lower(tag) as tag, count(distinct (p.service, p.id))::integer as post_count
    from posts p, unnest(p.tags) tag where ${sql.unsafe(UNRATED)} group by 1`;
  const byTag = (a: { tag: string }, b: { tag: string }) => (a.tag < b.tag ? -1 : 1);
  const listed = await child.json<{ tag: string; post_count: number }[]>("/v1/posts/tags");
  expect([...listed].sort(byTag)).toEqual([...tags].sort(byTag));
  const creators = await sql<(Key & { posts: number })[]>`
    select p.service, p."user" as id, count(*)::integer as posts from posts p where ${sql.unsafe(UNRATED)} group by 1, 2`;
  for (const { service, id, posts } of creators) {
    expect(await child.json(`/v1/${service}/user/${id}/profile`)).toMatchObject({ post_count: posts });
    const own = await sql<{ tag: string; post_count: number }[]>`
      select tag, count(distinct p.id)::integer as post_count from posts p, unnest(p.tags) tag
      where p.service = ${service} and p."user" = ${id} and ${sql.unsafe(UNRATED)} group by 1`;
    const ofCreator = await child.json<{ tag: string; post_count: number }[]>(
      `/v1/${service}/user/${id}/tags`,
    );
    expect([...ofCreator].sort(byTag)).toEqual([...own].sort(byTag));
  }
  const [day] = await sql<[{ day: string; posts: number }]>`
    select to_char(p.published, 'YYYY-MM-DD') as day, count(*) filter (where p.rating = 0)::integer as posts from posts p
    where not p.hidden and p.published between ${EARLIEST_POPULAR} and now()
    group by 1 having count(*) filter (where p.rating > 0) > 0 limit 1`;
  const popular = await child.json<{ props: { count: number } }>(
    `/v1/posts/popular?date=${day.day}&period=day`,
  );
  expect(popular.props.count).toBe(day.posts);
});

test("a rated post is as missing as one that never was; its files are not found unless another post has them", async () => {
  const { sql } = server;
  const [post] = await sql<[{ service: string; user: string; id: string }]>`
    select service, "user", id from posts where rating = 2 and not hidden limit 1`;
  const answers = async (id: string) => {
    const path = `/v1/${post.service}/user/${post.user}/post/${id}`;
    const list = [];
    for (const one of [path, `${path}/revisions`, `${path}/comments`, `/v1/${post.service}/post/${id}`]) {
      const { status, text } = await child.get(one);
      list.push([status, text]);
    }
    const { status, text } = await child.send(
      "POST",
      `/v1/favorites/post/${post.service}/${post.user}/${id}`,
    );
    return [...list, [status, text]];
  };
  expect(await answers(post.id)).toEqual(await answers("nothing"));
  const files = await sql<{ hash: string; ext: string; mine: boolean }[]>`
    select f.hash, f.ext, bool_or(p.rating = 0) as mine from files f
    join file_uses u on u.hash = f.hash and u.entity = 'post' join posts p on p.service = u.service and p.id = u.key
    where not p.hidden group by 1, 2 order by 3 desc, 1`;
  expect(new Set(files.map(({ mine }) => mine)).size).toBe(2);
  for (const { hash, ext, mine } of files) {
    const path = `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`;
    for (const address of [`/data${path}`, `/api/v1/search_hash/${hash}`]) {
      const { status } = await server.get(address, { headers: cookieOf(child) });
      expect([address, status]).toEqual([address, mine ? 200 : 404]);
    }
    if (mine) continue;
    const { status } = await server.get(`/thumbnail/data${path}?w=180`, { headers: cookieOf(child) });
    expect([path, status]).toEqual([path, 404]);
  }
});

test("administrators rate a post, with an entry in the audit log; devices ask which posts are left", async () => {
  const { sql } = server;
  const [post] = await sql<[{ service: string; user: string; id: string }]>`
    select service, "user", id from posts p where ${sql.unsafe(UNRATED)} limit 1`;
  const { service, user, id } = post;
  const address = `/v1/${service}/user/${user}/post/${id}`;
  const rating = `/v1/account/administrator/ratings/${service}/${user}/${id}`;
  const view = async () => (await child.json<{ view: string }>("/v1/removed")).view;
  const posts = [
    { service, id },
    { service, id: "nothing" },
  ];
  const visible = async () => JSON.parse((await child.post("/v1/posts/visible", { posts })).text);
  const before = await view();
  expect((await child.get(address)).status).toBe(200);
  expect(await visible()).toEqual([{ service, id }]);
  expect(await administrator.json(rating)).toEqual({ rating: "everyone", effective: "everyone" });
  expect((await administrator.send("PUT", rating, { rating: "members" })).status).toBe(200);
  expect((await child.get(address)).status).toBe(404);
  expect(await visible()).toEqual([]);
  expect(await view()).not.toBe(before);
  expect(await administrator.json(rating)).toEqual({ rating: "members", effective: "members" });
  const { entries } = await administrator.json<{ entries: object[] }>("/v1/account/administrator/audit");
  expect(entries[0]).toMatchObject({
    kind: "rating",
    subject: `${service}/${user}/${id}`,
    contents: [{ service, user, post: id }],
    before: "everyone",
    after: "members",
  });
  await sql`update creators set rating = 2 where service = ${service} and id = ${user}`;
  expect(await administrator.json(rating)).toEqual({ rating: "members", effective: "adults" });
  await sql`update creators set rating = 0`;
  expect((await administrator.send("PUT", rating, { rating: "everyone" })).status).toBe(200);
  expect((await child.get(address)).status).toBe(200);
  expect((await administrator.send("PUT", `${rating}x`, { rating: "adults" })).status).toBe(404);
});

test("the preview of a group counts rated posts as hidden", async () => {
  const [{ posts }] = await server.sql<[{ posts: number }]>`
    select count(*)::integer as posts from posts where rating > 0 and not hidden`;
  const preview = await administrator.json<GroupPreview>(`/v1/account/administrator/groups/${group}/preview`);
  expect(preview).toMatchObject({ hidden: { services: 0, creators: 0, posts }, creators: [] });
  expect(preview.hidden.files).toBeGreaterThan(0);
});

const RULES = "/v1/account/administrator/rating_rules";

test("a rule for a service rates all its creators, until it is deleted", async () => {
  const { sql } = server;
  const [{ service, id }] = await sql<[Key]>`select service, id from creators where not hidden limit 1`;
  const profile = async () => (await child.get(`/v1/${service}/user/${id}/profile`)).status;
  const set = (rating: string) =>
    administrator.send("PUT", RULES, { kind: "service", name: service, rating });
  const preview = () => administrator.json<GroupPreview>(`/v1/account/administrator/groups/${group}/preview`);
  expect(await profile()).toBe(200);
  expect((await set("members")).status).toBe(200);
  expect(await administrator.json(RULES)).toEqual([
    { kind: "service", name: service, rating: "members", pending: false },
  ]);
  expect(await profile()).toBe(404);
  expect((await preview()).creators).toContainEqual(expect.objectContaining({ service, id, rule: "rating" }));
  await sql`update groups set rating = 1, version = version + 1 where id = ${group}`;
  expect(await profile()).toBe(200);
  await sql`update groups set rating = 0, version = version + 1 where id = ${group}`;
  expect((await set("everyone")).status).toBe(200);
  expect(await administrator.json(RULES)).toEqual([]);
  expect(await profile()).toBe(200);
  const unknown = { kind: "service", name: "nothing", rating: "adults" };
  expect((await administrator.send("PUT", RULES, unknown)).status).toBe(400);
});

test("a rule for a tag rates present and new posts in any spelling, until it is deleted", async () => {
  const { sql } = server;
  await buildCreator(sql, { id: "ruled" });
  const of = (id: string, tags: string[], more = {}) => buildPost(sql, { user: "ruled", id, tags, ...more });
  await of("t1", ["Deep Sea"]);
  await of("t2", ["deep_sea", "other"]);
  await of("t3", ["other"]);
  await of("t4", ["DEEP sea"], { hidden: true }); // a spelling that no visible post has
  const rule = (rating: string) =>
    administrator.send("PUT", RULES, { kind: "tag", name: "DEEP-SEA", rating });
  const apply = async () => {
    while (await ratingTask(sql).run());
  };
  const ratings = async () => {
    const rows = await sql<{ id: string; rating: number }[]>`
      select id, rating from posts where "user" = 'ruled' order by id`;
    return Object.fromEntries(rows.map(({ id, rating }) => [id, rating]));
  };
  const seenByChild = async () =>
    (await child.json<{ id: string }[]>("/v1/patreon/user/ruled/posts")).map(({ id }) => id).sort();
  expect(await seenByChild()).toEqual(["t1", "t2", "t3"]);
  expect((await rule("members")).status).toBe(200);
  expect(await administrator.json(RULES)).toEqual([
    { kind: "tag", name: "deep sea", rating: "members", pending: true },
  ]);
  await apply();
  expect(await administrator.json(RULES)).toMatchObject([{ pending: false }]);
  expect(await ratings()).toMatchObject({ t1: 1, t2: 1, t3: 0 });
  expect(await seenByChild()).toEqual(["t3"]);
  expect(await child.json("/v1/patreon/user/ruled/profile")).toMatchObject({ post_count: 1 });
  await of("t5", ["deep sea"]);
  await sql`update posts set hidden = false where id = 't4'`;
  await sql`update posts set tags = tags || array['Deep sea'] where id = 't3'`;
  await sql`update posts set own_rating = 2 where id = 't2'`;
  expect(await ratings()).toEqual({ t1: 1, t2: 2, t3: 1, t4: 1, t5: 1 });
  expect((await rule("everyone")).status).toBe(200);
  expect(await administrator.json(RULES)).toEqual([]);
  await apply();
  expect(await ratings()).toEqual({ t1: 0, t2: 2, t3: 0, t4: 0, t5: 0 });
  expect(await sql`select from rating_rules`).toHaveLength(0);
  const { entries } = await administrator.json<{ entries: object[] }>("/v1/account/administrator/audit");
  expect(entries[0]).toMatchObject({ kind: "rating", subject: "tag deep sea", after: "everyone" });
});
