/** Favorite creators and posts of an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let owner: Visitor;
let other: Visitor;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  const { sql } = server;
  await buildCreator(sql, { public_id: "ann", relation_id: 7, updated: "2024-03-01T08:00:00.5" });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea", updated: "2024-04-01T08:00:00.5" });
  await buildCreator(sql, { id: "3", name: "No posts", updated: "2024-02-01T08:00:00.5" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildPost(sql, { id: "a", added: "2024-02-09T08:00:00.1", published: "2024-01-02T08:00:00" });
  await buildPost(sql, { id: "b", added: "2024-02-08T08:00:00.1", published: "2024-01-03T08:00:00" });
  await buildPost(sql, { id: "unseen", hidden: true, added: "2024-05-01T08:00:00.1" });
  await buildPost(sql, { service: "fanbox", user: "2", id: "a", added: "2024-01-09T08:00:00.1" });
  [owner, other] = [await member(server, "owner"), await member(server, "other")];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.sql`truncate favorite_creators, favorite_posts, favorite_deltas restart identity`;
});

const CREATOR = "/v1/favorites/creator";
const POST = "/v1/favorites/post";
const LIST = "/v1/account/favorites";
interface Row {
  id: string;
  service: string;
  faved_seq: number;
}
const ids = (rows: Row[]) => rows.map(({ service, id }) => `${service} ${id}`);
const creators = async (query = "") => ids(await owner.json<Row[]>(`${LIST}${query}`));
const deltas = async () =>
  (
    await server.sql`select entity, service, id, sum(delta)::int as n from favorite_deltas group by 1, 2, 3 order by 1, 2, 3`
  ).map((row) => `${row["entity"]} ${row["service"]} ${row["id"]} ${row["n"]}`);
const add = async (...paths: string[]) => {
  for (const path of paths) expect((await owner.post(path)).status, path).toBe(200);
};

describe("adding and removing", () => {
  test.each([
    [`${CREATOR}/patreon/1`, "creator patreon 1"],
    [`${POST}/patreon/1/a`, "post patreon a"],
  ])("%s: both may be repeated, are answered by nothing, and count once", async (path, counted) => {
    for (let at = 0; at < 2; at++) {
      const { status, text } = await owner.send("POST", path, undefined, { referer: "x" });
      expect([status, text]).toEqual([200, ""]);
    }
    expect(await deltas()).toEqual([`${counted} 1`]);
    for (let at = 0; at < 2; at++) {
      const { status, text } = await owner.send("DELETE", path);
      expect([status, text]).toEqual([200, ""]);
    }
    expect(await deltas()).toEqual([`${counted} 0`]);
    expect(await server.sql`select 1 from favorite_deltas`).toHaveLength(2);
  });

  test("twenty at once count once, with and without the same Idempotency-Key", async () => {
    const send = (key?: string) =>
      owner.send("POST", `${POST}/patreon/1/a`, undefined, key ? { "idempotency-key": key } : {});
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => send()),
      ...Array.from({ length: 10 }, () => send("0123456789abcdef")),
    ]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 "]));
    expect(await deltas()).toEqual(["post patreon a 1"]);
  });

  test("an old key does not bring back what was removed since", async () => {
    const key = { "idempotency-key": "fedcba9876543210" };
    await owner.send("POST", `${CREATOR}/patreon/1`, undefined, key);
    await owner.send("DELETE", `${CREATOR}/patreon/1`);
    expect((await owner.send("POST", `${CREATOR}/patreon/1`, undefined, key)).status).toBe(200);
    expect(await creators()).toEqual([]);
  });

  test.each([
    `${CREATOR}/patreon/none`,
    `${CREATOR}/patreon/gone`,
    `${CREATOR}/nowhere/1`,
    `${POST}/patreon/1/none`,
    `${POST}/patreon/1/unseen`,
    `${POST}/patreon/3/a`,
  ])("%s is not there to be added, and removing it is no error", async (path) => {
    const { status, text } = await owner.post(path);
    expect([status, text]).toEqual([404, refusal("Not Found")]);
    expect((await owner.send("DELETE", path)).status).toBe(200);
    expect(await deltas()).toEqual([]);
  });

  test("each account has its own, and nobody has any", async () => {
    await add(`${CREATOR}/patreon/1`, `${POST}/patreon/1/a`);
    await other.send("DELETE", `${CREATOR}/patreon/1`);
    await other.send("DELETE", `${POST}/patreon/1/a`);
    expect((await other.get(LIST)).text).toBe("[]");
    expect(await creators()).toEqual(["patreon 1"]);
    const nobody = new Visitor(server);
    for (const answer of [await nobody.post(`${CREATOR}/patreon/1`), await nobody.get(LIST)])
      expect([answer.status, answer.text]).toEqual([
        401,
        refusal("You must be registered to access this page."),
      ]);
  });

  test("the list is stored by no cache", async () => {
    const { headers } = await owner.get(LIST);
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual(["no-store", null]);
  });
});

describe("the list", () => {
  test("of creators has exactly nine keys; updated is when the newest visible post was added", async () => {
    await add(`${CREATOR}/patreon/1`);
    const { text } = await owner.get(LIST);
    expect(JSON.parse(text)).toEqual([
      {
        id: "1",
        name: expect.any(String),
        service: "patreon",
        indexed: expect.any(String),
        updated: "2024-02-09T08:00:00.100000",
        public_id: "ann",
        relation_id: 7,
        faved_seq: 1,
        last_imported: "2024-03-01T08:00:00.500000",
      },
    ]);
  });

  test("of creators is sorted by what is asked for", async () => {
    await add(`${CREATOR}/patreon/3`, `${CREATOR}/fanbox/2`, `${CREATOR}/patreon/1`);
    const [one, two, three] = ["patreon 1", "fanbox 2", "patreon 3"];
    for (const query of ["", "?type=artist", "?sort_by=&order=", "?sort_by=updated&order=desc"])
      expect(await creators(query)).toEqual([one, three, two]);
    expect(await creators("?sort_by=faved_seq")).toEqual([one, two, three]);
    expect(await creators("?sort_by=faved_seq&order=asc")).toEqual([three, two, one]);
    expect(await creators("?sort_by=last_imported")).toEqual([two, one, three]);
  });

  test("of posts has whole posts, last favorited first", async () => {
    await add(`${POST}/patreon/1/b`, `${POST}/patreon/1/a`, `${POST}/fanbox/2/a`);
    const rows = await owner.json<object[]>(`${LIST}?type=post`);
    const keys =
      "id user service title content embed shared_file added published edited file attachments poll captions tags";
    expect(Object.keys(rows[0] ?? {})).toEqual([...keys.split(" "), "faved_seq"]);
    const sorted = (query: string) => creators(`?type=post${query}`);
    expect(await sorted("")).toEqual(["fanbox a", "patreon a", "patreon b"]);
    expect(await sorted("&sort_by=faved_seq&order=asc")).toEqual(["patreon b", "patreon a", "fanbox a"]);
    expect((await sorted("&sort_by=published")).slice(-2)).toEqual(["patreon b", "patreon a"]);
  });

  test.each([
    ["?sort_by=name", "Unknown sort by value"],
    ["?sort_by=published", "Unknown sort by value"],
    ["?type=post&sort_by=updated", "Invalid sort by value"],
    ["?order=up", "Invalid order value"],
    ["?type=dm", "Expected type to be artist or post."],
    ["/artists?sort_by=published", "Unknown sort by value"],
    ["/posts?sort_by=updated", "Invalid sort by value"],
    ["/posts?order=up", "Invalid order value"],
    ["/artists?o=7", "Offset 7 is not a multiple of 50."],
    ["/artists?o=50", "Offset 50 is bigger than total count 0."],
  ])("with %s is a 400", async (query, message) => {
    const { status, text } = await owner.get(`${LIST}${query}`);
    expect([status, text]).toEqual([400, refusal(message)]);
  });

  test("leaves out what has been hidden or deleted since", async () => {
    const { sql } = server;
    await buildCreator(sql, { id: "temporary", name: "T" });
    await buildPost(sql, { user: "temporary", id: "t1" });
    await buildPost(sql, { user: "temporary", id: "t2" });
    await add(`${CREATOR}/patreon/temporary`, `${POST}/patreon/temporary/t1`, `${POST}/patreon/temporary/t2`);
    await sql`update posts set hidden = true where id = 't1'`;
    expect(await creators("?type=post")).toEqual(["patreon t2"]);
    await sql`delete from creators where id = 'temporary'`;
    expect([await creators(), await creators("?type=post")]).toEqual([[], []]);
  });

  test("also comes in pages with its count", async () => {
    const { sql } = server;
    await sql`insert into creators (service, id, name, indexed, updated)
      select 'boosty', 'c' || n, 'C', now(), timestamptz '2020-01-01' + n * interval '1 day' from generate_series(1, 60) n`;
    await sql`insert into posts (service, id, "user") select 'boosty', 'p' || n, 'c1' from generate_series(1, 60) n`;
    const artists = Array.from({ length: 60 }, (_, at) => ({ service: "boosty", id: `c${at + 1}` }));
    const posts = artists.map(({ id }) => ({ service: "boosty", user: "c1", id: id.replace("c", "p") }));
    const imported = await owner.post(`${LIST}/import`, { artists, posts });
    expect(imported.text).toBe('{"added":120,"known":0,"missing":0}');
    interface Page {
      count: number;
      profiles?: Row[];
      posts?: Row[];
    }
    const first = await owner.json<Page>(`${LIST}/artists?sort_by=last_imported`);
    const rest = await owner.json<Page>(`${LIST}/artists?sort_by=last_imported&o=50`);
    expect([first.count, rest.count]).toEqual([60, 60]);
    expect([...(first.profiles ?? []), ...(rest.profiles ?? [])].map(({ id }) => id)).toEqual(
      artists.map(({ id }) => id).reverse(),
    );
    const page = await owner.json<Page>(`${LIST}/posts?o=50&order=asc`);
    expect([page.count, page.posts?.map(({ id }) => id)]).toEqual([60, posts.slice(50).map(({ id }) => id)]);
    expect(Object.keys(page.posts?.[0] ?? {})).toEqual(
      "id user service title substring published file attachments faved_seq".split(" "),
    );
  });
});

describe("an import of favorites.json", () => {
  test("adds what is new, in its order, and says what was known or is not in the archive", async () => {
    await add(`${CREATOR}/fanbox/2`);
    const file = {
      artists: [
        { service: "patreon", id: "3", name: "left out" },
        { service: "fanbox", id: "2" },
        { service: "patreon", id: "1" },
        { service: "patreon", id: "1" },
        { service: "patreon", id: "none" },
      ],
      posts: [
        { service: "patreon", user: "1", id: "a" },
        { service: "patreon", user: "3", id: "b" },
      ],
      exported: "2024",
    };
    const { status, text } = await owner.post(`${LIST}/import`, file);
    expect([status, text]).toEqual([200, '{"added":3,"known":1,"missing":2}']);
    expect(await creators("?sort_by=faved_seq")).toEqual(["patreon 1", "patreon 3", "fanbox 2"]);
    expect(await deltas()).toEqual([
      "creator fanbox 2 1",
      "creator patreon 1 1",
      "creator patreon 3 1",
      "post patreon a 1",
    ]);
    expect((await owner.post(`${LIST}/import`, file)).text).toBe('{"added":0,"known":4,"missing":2}');
    expect(await server.sql`select 1 from favorite_deltas`).toHaveLength(4);
  });

  test("under a key is done once", async () => {
    const key = { "idempotency-key": "import-import-import" };
    const file = { artists: [{ service: "patreon", id: "1" }] };
    const sent = [0, 1].map(() => owner.send("POST", `${LIST}/import`, file, key));
    expect((await Promise.all(sent)).map(({ text }) => text)).toEqual([
      '{"added":1,"known":0,"missing":0}',
      '{"added":1,"known":0,"missing":0}',
    ]);
  });

  test.each([
    [undefined],
    [[]],
    [{ artists: [{ service: "patreon" }] }],
    [{ posts: [{ service: "patreon", id: "a" }] }],
    [{ artists: "all" }],
  ])("%j is a 400", async (file) => {
    const { status, text } = await owner.post(`${LIST}/import`, file);
    expect([status, text]).toEqual([400, refusal("The list of favorites is not valid.")]);
  });
});

describe("favorites of a device, looked up by their keys", () => {
  const LOOKUP = "/v1/favorites/lookup";
  const FILE = {
    artists: [
      { service: "fanbox", id: "2" },
      { service: "patreon", id: "1", name: "left out" },
      { service: "patreon", id: "gone" },
      { service: "fanbox", id: "2" },
    ],
    posts: [
      { service: "patreon", user: "1", id: "a" },
      { service: "patreon", user: "1", id: "unseen" },
      { service: "patreon", user: "3", id: "b" },
      { service: "fanbox", user: "2", id: "a" },
    ],
  };
  interface Found {
    artists: Row[];
    posts: Row[];
  }

  test("anyone gets what the lists of an account have, last first, without what is hidden or missing", async () => {
    await add(`${CREATOR}/fanbox/2`, `${CREATOR}/patreon/1`, `${POST}/patreon/1/a`);
    const callers = [new Visitor(server), owner, await member(server, "looker", "moderator")];
    for (const caller of callers) {
      const { status, text } = await caller.post(LOOKUP, FILE);
      expect(status).toBe(200);
      const { artists, posts } = JSON.parse(text) as Found;
      expect(artists).toEqual(await owner.json(`${LIST}?sort_by=faved_seq`));
      expect(ids(posts)).toEqual(["fanbox a", "patreon a"]);
      expect(posts.map(({ faved_seq }) => faved_seq)).toEqual([4, 1]);
      const own = await owner.json<{ posts: Row[] }>(`${LIST}/posts`);
      expect({ ...posts[1], faved_seq: 0 }).toEqual({ ...own.posts[0], faved_seq: 0 });
    }
    expect(await deltas()).toEqual(["creator fanbox 2 1", "creator patreon 1 1", "post patreon a 1"]);
  });

  test("nothing is asked for, nothing is found", async () => {
    expect((await new Visitor(server).post(LOOKUP, {})).text).toBe('{"artists":[],"posts":[]}');
  });

  test.each([
    [undefined, "The list of favorites is not valid."],
    [{ artists: [{ service: "patreon" }] }, "The list of favorites is not valid."],
    [
      { artists: Array.from({ length: 10_001 }, (_, at) => ({ service: "patreon", id: `${at}` })) },
      "At most 10000 favorites at once.",
    ],
  ])("a wrong list is a 400", async (body, problem) => {
    const { status, text } = await new Visitor(server).post(LOOKUP, body);
    expect([status, text]).toEqual([400, refusal(problem)]);
  });
});
