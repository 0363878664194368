/** Links for people without an account: what they show, that they show nothing else, and when they end. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MediaFiles } from "#backend/files/media/media-files.ts";
import type { GuestLink, GuestPost } from "#shared/entities/guest-link.ts";
import { filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { exampleAddresses, getRoutes } from "#tests/support/examples.ts";
import { buildPost } from "#tests/support/factories.ts";
import { addGroup, memberOf } from "#tests/support/groups.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

const V1 = "/v1/account/guest_links";
const OPEN = "/v1/guest/open";
const ENDED = refusal("This link is not valid anymore.");
const NOT_LOGGED_IN = "You must be registered to access this page.";

interface Key {
  service: string;
  user: string;
  id: string;
  hash: string;
  ext: string;
}

let server: TestServer;
let owner: Visitor & { id: number };
let admin: Visitor & { id: number };
let one: Key;
let sibling: Key;
let other: Key;

const isoIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19);
const addressOf = ({ service, id }: Key) => `/v1/guest/posts/${service}/${id}`;
const fileOf = ({ hash, ext }: Key) => `/data${filePath(hash, ext)}`;

/** Gives three posts a picture of their own, and all others none: two posts of one creator and one of another. */
async function givePictures({ sql }: TestServer): Promise<[Key, Key, Key]> {
  const posts = await sql<Pick<Key, "service" | "user" | "id">[]>`
    select p.service, p."user", p.id from posts p join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden order by c.post_count desc, 1, 2, p.listed_at desc, p.id`;
  const first = posts[0]!;
  const next = posts.find(({ service, user }) => service !== first.service || user !== first.user)!;
  const files = await sql<Pick<Key, "hash" | "ext">[]>`
    select hash, ext from files where ext in ('.png', '.jpg', '.webp') order by hash limit 3`;
  const keys = [first, posts[1]!, next].map((post, at) => ({ ...post, ...files[at]! }));
  await sql`update posts set file = '{}', attachments = '[]', content = ''`;
  for (const { service, id, hash, ext } of keys) {
    const file = { name: "picture.png", path: filePath(hash, ext) };
    await sql`update posts set file = ${sql.json(file)} where service = ${service} and id = ${id}`;
  }
  return keys as [Key, Key, Key];
}

beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
  await importSmallSample(server);
  [one, sibling, other] = await givePictures(server);
  owner = await member(server, "owner");
  admin = await member(server, "admin", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

async function create(by: Visitor, { service, user, id }: Key, more: object = {}): Promise<string> {
  const body = { service, user, post: id, expires_at: isoIn(3_600), ...more };
  const { status, text } = await by.post(V1, body);
  expect([status, text]).toEqual([201, expect.stringContaining("token")]);
  return (JSON.parse(text) as { token: string }).token;
}
const ofCreator = { post: undefined };

const collectionOf = (...posts: Key[]) => ({
  title: "Rainy days",
  posts: posts.map(({ service, id }) => ({ service, id })),
});
/** Body of a link to a collection, for `create`. */
const ofCollection = (...posts: Key[]) => ({
  service: undefined,
  user: undefined,
  post: undefined,
  collection: collectionOf(...posts),
});

/** A browser without an account that opened the link. */
async function guest(token: string, to: TestServer = server): Promise<Visitor> {
  const visitor = new Visitor(to);
  expect((await visitor.post(OPEN, { token })).status).toBe(200);
  return visitor;
}

const statusOf = async (visitor: Visitor, path: string, headers: Record<string, string> = {}) => {
  const response = await server.get(path, {
    headers: { cookie: `guest=${visitor.cookies.get("guest")}`, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
};

test("a link to a post shows it with its files, and nothing else", async () => {
  const visitor = await guest(await create(owner, one));
  expect(await visitor.json("/v1/guest")).toMatchObject({ post: { service: one.service, id: one.id } });
  const shown = await visitor.get(addressOf(one));
  expect(shown.headers.get("cache-control")).toBe("no-store");
  const post = JSON.parse(shown.text) as GuestPost;
  expect(post.files.map(({ path }) => `/data${path}`)).toContain(fileOf(one));
  expect(await statusOf(visitor, fileOf(one))).toBe(200);
  expect(await statusOf(visitor, fileOf(one), { range: "bytes=0-9" })).toBe(206);
  expect(await statusOf(visitor, `/thumbnail${fileOf(one)}?w=180`)).toBe(200);
  for (const post of [one, sibling])
    for (const part of ["strip", "rendition"] as const)
      await new MediaFiles(server.data).store(fileOf(post).slice(12, 76), part, Buffer.from("made of it"));
  expect(await statusOf(visitor, `/thumbnail/strip${fileOf(one)}`)).toBe(200);
  expect(await statusOf(visitor, `/thumbnail/rendition${fileOf(one)}`)).toBe(200);
  expect((await visitor.get(addressOf(sibling))).text).toBe(ENDED);
  expect((await visitor.get("/v1/guest/posts")).text).toBe(ENDED);
  for (const path of [
    fileOf(sibling),
    fileOf(other),
    `/thumbnail${fileOf(sibling)}`,
    `/thumbnail/strip${fileOf(sibling)}`,
    `/thumbnail/rendition${fileOf(sibling)}`,
    `/icons/${one.service}/${one.user}`,
    `/banners/${one.service}/${one.user}`,
    "/data/x",
  ])
    expect([path, await statusOf(visitor, path)]).toEqual([path, 401]);
});

test("a link to a creator shows all its posts with their files and pictures, and no other creator", async () => {
  const visitor = await guest(await create(owner, one, ofCreator));
  const { posts } = await visitor.json<{ posts: { id: string }[] }>("/v1/guest/posts");
  expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, sibling.id]));
  for (const post of [one, sibling]) {
    expect((await visitor.get(addressOf(post))).status).toBe(200);
    expect(await statusOf(visitor, fileOf(post))).toBe(200);
  }
  expect(await statusOf(visitor, `/icons/${one.service}/${one.user}?else=blank`)).toBe(200);
  expect((await visitor.get(addressOf(other))).text).toBe(ENDED);
  expect(await statusOf(visitor, fileOf(other))).toBe(401);
  expect(await statusOf(visitor, `/icons/${other.service}/${other.user}`)).toBe(401);
});

interface List {
  name: string;
  count: number;
  posts: { service: string; id: string; title: string }[];
}
const listOf = (visitor: Visitor) => visitor.json<List>("/v1/guest/posts");
const idsOf = ({ posts }: List) => posts.map(({ id }) => id);

test("a link to a collection shows its title, its posts in its order with their files, and nothing else", async () => {
  const visitor = await guest(await create(owner, one, ofCollection(other, one, other)));
  expect(await visitor.json("/v1/guest")).toMatchObject({ post: null });
  const list = await listOf(visitor);
  expect(list).toMatchObject({ name: "Rainy days", count: 2 });
  expect(idsOf(list)).toEqual([other.id, one.id]);
  expect(await visitor.json("/v1/guest/posts?o=50")).toMatchObject({ count: 2, posts: [] });
  for (const post of [one, other]) {
    expect((await visitor.get(addressOf(post))).status).toBe(200);
    expect(await statusOf(visitor, fileOf(post))).toBe(200);
    expect(await statusOf(visitor, `/thumbnail${fileOf(post)}?w=180`)).toBe(200);
    expect(await statusOf(visitor, `/icons/${post.service}/${post.user}`)).toBe(401);
    expect(await statusOf(visitor, `/banners/${post.service}/${post.user}`)).toBe(401);
  }
  expect((await visitor.get(addressOf(sibling))).text).toBe(ENDED);
  expect(await statusOf(visitor, fileOf(sibling))).toBe(401);
});

test("posts of a collection that are hidden, taken down or gone are left out, and with them their files", async () => {
  const visitor = await guest(await create(owner, one, ofCollection(one, sibling, other)));
  const gone: [Key, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      one,
      () => server.sql`update posts set hidden = true where id = ${one.id}`,
      () => server.sql`update posts set hidden = false where id = ${one.id}`,
    ],
    [
      sibling,
      () => server.sql`update creators set hidden = true where id = ${sibling.user}`,
      () => server.sql`update creators set hidden = false where id = ${sibling.user}`,
    ],
    [
      other,
      () =>
        admin.post("/v1/account/administrator/takedowns", {
          service: other.service,
          user: other.user,
          post: other.id,
          reason: "copyright",
        }),
      async () => {
        const [row] = await server.sql<
          { id: number }[]
        >`select seq::integer as id from takedowns order by seq desc limit 1`;
        await admin.post(`/v1/account/administrator/takedowns/${row?.id}/restore`, {});
      },
    ],
  ];
  for (const [post, hide, show] of gone) {
    expect(idsOf(await listOf(visitor))).toContain(post.id);
    await hide();
    const list = await listOf(visitor);
    expect(idsOf(list)).not.toContain(post.id);
    expect(list.count).toBe(list.posts.length);
    expect((await visitor.get(addressOf(post))).text).toBe(ENDED);
    expect(await statusOf(visitor, fileOf(post))).not.toBe(200);
    await show();
  }
  const { service, user } = one;
  const brief = { ...one, id: "brief" };
  await buildPost(server.sql, { service, user, id: brief.id });
  const later = await guest(await create(owner, one, ofCollection(brief, one)));
  expect(idsOf(await listOf(later))).toEqual([brief.id, one.id]);
  await server.sql`delete from posts where service = ${service} and id = ${brief.id}`;
  expect(idsOf(await listOf(later))).toEqual([one.id]);
  expect((await later.get(addressOf(brief))).text).toBe(ENDED);
});

test("a link to a collection keeps only posts that its account sees, and shows only those it still sees", async () => {
  const group = await addGroup(server, "collectors");
  const limited = await memberOf(server, group, "collector");
  const hide = async ({ service, user }: Key) => {
    await server.sql`insert into group_exclusions values (${group}, ${service}, ${user})`;
    await server.sql`update groups set version = version + 1 where id = ${group}`;
  };
  await hide(other);
  const body = (...posts: Key[]) => ({ collection: collectionOf(...posts), expires_at: isoIn(60) });
  expect((await limited.post(V1, body(other))).text).toBe(refusal("Not Found"));
  const visitor = await guest(await create(limited, one, ofCollection(other, one, sibling)));
  const [link] = await limited.json<GuestLink[]>(V1);
  expect(link).toMatchObject({ title: "Rainy days", posts: 2, service: null, user: null, post: null });
  expect(idsOf(await listOf(visitor))).toEqual([one.id, sibling.id]);
  expect((await visitor.get(addressOf(other))).text).toBe(ENDED);
  expect(await statusOf(visitor, fileOf(other))).toBe(401);

  // The file of a post that the group does not see anymore is also of a post that the link does not show.
  const [elsewhere] = await server.sql<Key[]>`
    select p.service, p."user", p.id from posts p join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where not p.hidden and p.file = '{}' and (p.service, p."user") not in
      ((${one.service}, ${one.user}), (${other.service}, ${other.user})) limit 1`;
  const file = server.sql.json({ name: "picture.png", path: filePath(one.hash, one.ext) });
  await server.sql`update posts set file = ${file} where service = ${elsewhere!.service} and id = ${elsewhere!.id}`;
  await hide(one);
  expect(idsOf(await listOf(visitor))).toEqual([]);
  expect(await statusOf(visitor, fileOf(one))).toBe(401);
  await server.sql`update posts set file = '{}' where service = ${elsewhere!.service} and id = ${elsewhere!.id}`;
});

test("only who made a link to a collection, and administrators, list and revoke it; the audit log has no title", async () => {
  await server.sql`truncate guest_links, audit_log cascade`;
  const visitor = await guest(await create(owner, one, ofCollection(one, other)));
  const [link] = await owner.json<GuestLink[]>(V1);
  expect(link).toMatchObject({ title: "Rainy days", posts: 2, opens: 1, state: "open" });
  expect(await admin.json(V1)).toEqual([link]);
  const stranger = await member(server, "outsider");
  expect(await stranger.json(V1)).toEqual([]);
  expect((await stranger.send("DELETE", `${V1}/${link!.id}`)).status).toBe(404);
  expect((await owner.send("DELETE", `${V1}/${link!.id}`)).text).toBe("true");
  expect((await visitor.get("/v1/guest/posts")).text).toBe(ENDED);
  expect(await statusOf(visitor, fileOf(one))).toBe(401);
  expect(await server.sql`select 1 from guest_link_posts`).toHaveLength(0);
  const entries = await server.sql`select kind, coalesce(after, '') as after from audit_log order by id`;
  expect(entries.map(({ kind }) => kind)).toEqual(["guest_link", "guest_link_revoked"]);
  expect(entries[0]?.["after"]).toMatch(/^collection of 2 posts; until /);
});

test("a check tells which links have not ended, whether or not they can be opened", async () => {
  const used = await create(owner, one, { max_opens: 1 });
  await guest(used);
  const locked = await create(owner, one, { password: "harbor lights" });
  const expired = await create(owner, one);
  const revoked = await create(owner, one);
  const [last, before] = await owner.json<GuestLink[]>(V1);
  await owner.send("DELETE", `${V1}/${last!.id}`);
  await server.sql`update guest_links set expires_at = now() where id = ${before!.id}`;
  const visitor = new Visitor(server);
  const check = async () =>
    JSON.parse(
      (await visitor.post("/v1/guest/check", { tokens: [used, locked, expired, revoked, "guess"] })).text,
    );
  expect(await check()).toEqual([true, true, false, false, false]);
  expect(visitor.cookies.get("guest")).toBe(undefined);
  await server.sql`update accounts set disabled = true where id = ${owner.id}`;
  expect(await check()).toEqual([false, false, false, false, false]);
  await server.sql`update accounts set disabled = false`;
});

test.each([
  ["post", (): object => ({})],
  ["creator", () => ofCreator],
  ["collection", () => ofCollection(one, other)],
])("no other route answers a guest of a %s", async (_, content) => {
  const visitor = await guest(await create(owner, one, content()));
  let refused = 0;
  for (const { path, open } of getRoutes()) {
    if (open === true) continue;
    const { text } = await visitor.get(path.replace(/:\w+/g, "0"));
    expect(text, path).toContain(NOT_LOGGED_IN);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(70);
  const [profile] = await exampleAddresses(server.sql, "/v1/:service/user/:id/profile");
  expect(await statusOf(visitor, profile!.path)).toBe(401);
});

describe("a link has ended", () => {
  const states: [string, (id: number) => Promise<unknown>][] = [
    ["when it expires", (id) => server.sql`update guest_links set expires_at = now() where id = ${id}`],
    ["when it is revoked", (id) => owner.send("DELETE", `${V1}/${id}`)],
    [
      "while its account is disabled",
      () => server.sql`update accounts set disabled = true where id = ${owner.id}`,
    ],
    ["when its post is hidden", () => server.sql`update posts set hidden = true where id = ${one.id}`],
  ];
  test.each(states)("%s, for those who opened it as well", async (_, end) => {
    const token = await create(owner, one);
    const visitor = await guest(token);
    const [{ id } = { id: 0 }] = await owner.json<GuestLink[]>(V1);
    await end(id);
    expect((await visitor.get(addressOf(one))).text).toBe(ENDED);
    expect(await statusOf(visitor, fileOf(one))).toBe(401);
    const late = new Visitor(server);
    await late.post(OPEN, { token });
    expect((await late.get(addressOf(one))).text).toBe(ENDED);
    await server.sql`update accounts set disabled = false`;
    await server.sql`update posts set hidden = false where id = ${one.id}`;
  });

  test("after its number of opens; the same browser opens it again without counting", async () => {
    const token = await create(owner, one, { max_opens: 2 });
    const first = await guest(token);
    expect((await first.post(OPEN, { token })).status).toBe(200);
    const second = await guest(token);
    expect((await new Visitor(server).post(OPEN, { token })).text).toBe(ENDED);
    for (const visitor of [first, second]) expect(await statusOf(visitor, fileOf(one))).toBe(200);
    const [link] = await owner.json<GuestLink[]>(V1);
    expect(link).toMatchObject({ opens: 2, max_opens: 2, state: "used" });
  });

  test("twelve hours after it was opened, until it is opened again", async () => {
    const visitor = await guest(await create(owner, one));
    await server.sql`update guest_visits set expires_at = now()`;
    expect(await statusOf(visitor, fileOf(one))).toBe(401);
    expect((await visitor.get(addressOf(one))).text).toBe(ENDED);
  });
});

test("a password is asked for, and guesses are limited", async () => {
  const token = await create(owner, one, { password: "harbor lights" });
  const visitor = new Visitor(server);
  expect((await visitor.post(OPEN, { token })).text).toBe(refusal("This link needs a password."));
  expect((await visitor.post(OPEN, { token, password: "harbor" })).text).toBe(
    refusal("Password is incorrect."),
  );
  expect(await statusOf(visitor, fileOf(one))).toBe(401);
  expect((await visitor.post(OPEN, { token, password: "harbor lights" })).status).toBe(200);
  expect(await statusOf(visitor, fileOf(one))).toBe(200);
  const answers = [];
  const guesser = new Visitor(server);
  for (let at = 0; at < 12; at++)
    answers.push((await guesser.post(OPEN, { token, password: `guess ${at}` })).status);
  expect(answers).toEqual([...new Array<number>(10).fill(403), 429, 429]);
  for (let at = 0; at < 100; at++)
    answers.push((await new Visitor(server).post(OPEN, { token, password: `guess ${at}` })).status);
  expect(answers.filter((status) => status === 403)).toHaveLength(98);
  expect((await visitor.post(OPEN, { token })).status).toBe(200); // has it open
  expect((await new Visitor(server).post(OPEN, { token: "guess" })).text).toBe(ENDED);
});

test("links are stored as hashes, listed for who made them and for administrators, and audited", async () => {
  await server.sql`truncate guest_links, audit_log cascade`;
  const token = await create(owner, one, { password: "harbor lights" });
  const rows =
    await server.sql`select 1 from guest_links l where l::text like any (${[`%${token}%`, "%harbor%"]})`;
  expect(rows).toHaveLength(0);
  const [link] = await owner.json<GuestLink[]>(V1);
  expect(link).toMatchObject({ post: one.id, created_by: "owner", has_password: true, state: "open" });
  expect(link?.title).not.toBe(null);
  expect(await admin.json(V1)).toEqual([link]);
  const stranger = await member(server, "stranger");
  expect(await stranger.json(V1)).toEqual([]);
  expect((await stranger.send("DELETE", `${V1}/${link!.id}`)).status).toBe(404);
  expect((await admin.send("DELETE", `${V1}/${link!.id}`)).text).toBe("true");
  const entries = await server.sql`select kind, actor, subject from audit_log order by id`;
  expect(entries.map((entry) => Object.values(entry))).toEqual([
    ["guest_link", owner.id, `guest link ${link!.id}`],
    ["guest_link_revoked", admin.id, `guest link ${link!.id}`],
  ]);
});

function collected(title: string, count: number) {
  const posts = Array.from({ length: count }, (_, at) => ({
    service: "patreon",
    id: `${"9".repeat(190)}${at}`,
  }));
  return { service: undefined, user: undefined, post: undefined, collection: { title, posts } };
}

test.each([
  ["that has ended", { expires_at: isoIn(-1) }, "Expected an end within the next 366 days."],
  ["of more than a year", { expires_at: isoIn(367 * 86_400) }, "Expected an end within the next 366 days."],
  ["with a short password", { password: "abc" }, "Password must have at least 5 characters."],
  ["for no opens", { max_opens: 0 }, "Expected 1 to 1000 opens."],
  ["to a missing post", { post: "nothing" }, "Not Found"],
  ["to a missing creator", { user: "nobody" }, "Not Found"],
  ["without a creator", { user: undefined }, "Expected a service and user, or a collection."],
  [
    "to a creator and a collection",
    { collection: { title: "Rain", posts: [{ service: "patreon", id: "1" }] } },
    "Expected a service and user, or a collection.",
  ],
  ["to an empty collection", collected("Rain", 0), "Expected a title and 1 to 1000 posts."],
  ["to a collection that is too large", collected("Rain", 1_001), "Expected a title and 1 to 1000 posts."],
  ["to a collection without a title", collected("", 1), "Expected a title and 1 to 1000 posts."],
  [
    "to a collection with a long title",
    collected("R".repeat(101), 1),
    "Expected a title and 1 to 1000 posts.",
  ],
  ["to a collection of missing posts", collected("Rain", 1_000), "Not Found"],
])("a link %s is refused", async (_, more, message) => {
  const { service, user, id } = one;
  const body = { service, user, post: id, expires_at: isoIn(60), ...more };
  expect((await owner.post(V1, body)).text).toBe(refusal(message));
});

test("a link shows no more than its account sees", async () => {
  const group = await addGroup(server, "guests");
  const limited = await memberOf(server, group, "limited");
  const visitor = await guest(await create(limited, one, ofCreator));
  expect(await statusOf(visitor, fileOf(one))).toBe(200);
  await server.sql`insert into group_exclusions values (${group}, ${one.service}, ${one.user})`;
  await server.sql`update groups set version = version + 1 where id = ${group}`;
  expect((await visitor.get("/v1/guest/posts")).text).toBe(ENDED);
  expect(await statusOf(visitor, fileOf(one))).toBe(401);
  const { service, user } = one;
  expect((await limited.post(V1, { service, user, expires_at: isoIn(60) })).text).toBe(refusal("Not Found"));
});

test("in an open archive links work and end the same way", async () => {
  await using open = await startServer(BEHIND_PROXY);
  await importSmallSample(open);
  const maker = await member(open, "maker");
  const token = await create(maker, one, { max_opens: 1 });
  const visitor = await guest(token, open);
  expect((await visitor.get(addressOf(one))).status).toBe(200);
  expect((await visitor.get(addressOf(sibling))).text).toBe(ENDED);
  expect((await new Visitor(open).post(OPEN, { token })).text).toBe(ENDED);
  expect((await new Visitor(open).get(addressOf(one))).text).toBe(ENDED);
  await open.sql`update guest_links set expires_at = now()`;
  expect((await visitor.get(addressOf(one))).text).toBe(ENDED);
});
