/** Gaps of the archive, for administrators: totals, creators, their posts and files, and lists of what it should have. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatorGaps, PostGap } from "#shared/entities/wanted.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const PATH = "/v1/account/administrator/wanted";
const HASH = "ab".repeat(32);
const OTHER = "cd".repeat(32);

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  admin = await member(server, "Root", "administrator");
  const { sql } = server;
  await buildCreator(sql, { service: "patreon", id: "7", name: "Ann" });
  await buildPost(sql, { service: "patreon", user: "7", id: "1", title: "One" });
  await sql`
    insert into missing_files (service, post, name, hash, url) values
      ('patreon', '1', 'a.png', ${HASH}, 'https://example.org/a.png'), ('patreon', '1', 'b.png', null, null)`;
  await sql`insert into have_lists (name) values ('ann'), ('bea')`;
  await sql`insert into have_files values ('bea', ${HASH}), ('ann', ${HASH}), ('ann', ${OTHER})`;
  await sql`insert into have_posts values ('bea', 'patreon', '2'), ('bea', 'fanbox', '2')`;
});
afterAll(() => server[Symbol.asyncDispose]());

const LIST = {
  creators: [{ service: "fanbox", id: "66", name: "Ink Pond" }],
  posts: [
    { service: "patreon", id: "1", user: "7" },
    { service: "patreon", id: "2", user: "7", title: "Two" },
    { service: "patreon", id: "99" },
  ],
};

interface Summary {
  count: number;
  wanted_creators: number;
  posts: number;
  files: number;
  services: string[];
  creators: CreatorGaps[];
}

test("a list is added once, and what is missing is counted creator by creator", async () => {
  const send = async (path: string) => JSON.parse((await admin.post(path, LIST)).text);
  expect(await send(PATH)).toEqual({ added: 3, known: 0, here: 1, taken_down: 0 });
  expect(await send(PATH)).toEqual({ added: 0, known: 3, here: 1, taken_down: 0 });
  const summary = await admin.json<Summary>(PATH);
  const creator = { by_public_id: false, here: false, posts: 0, files: 0 };
  const rows = [
    { ...creator, service: "patreon", creator: "7", name: "Ann", here: true, posts: 1, files: 2 },
    { ...creator, service: "fanbox", creator: "66", name: "Ink Pond" },
    { ...creator, service: "patreon", creator: null, name: "", posts: 1 },
  ];
  expect(summary).toEqual({
    ...{ count: 3, wanted_creators: 1, posts: 2, files: 2, services: ["fanbox", "patreon"] },
    creators: rows,
  });
  expect(await admin.json<Summary>(`${PATH}?service=patreon&source=list`)).toEqual({
    ...{ count: 2, wanted_creators: 0, posts: 2, files: 0, services: ["fanbox", "patreon"] },
    creators: [{ ...rows[0], files: 0 }, rows[2]],
  });
  expect((await admin.get(`${PATH}?o=50`)).status).toBe(400);
});

test("posts of a creator are listed with their files and who has them", async () => {
  const page = (query: string) => admin.json<{ count: number; posts: PostGap[] }>(`${PATH}/posts?${query}`);
  const file = { held_by: [] as string[], sha256: null, url: null };
  expect(await page("service=patreon&creator=7")).toEqual({
    count: 2,
    posts: [
      {
        ...{ id: "1", title: "One", here: true, source: "metadata", held_by: [] },
        files: [
          { name: "a.png", sha256: HASH, url: "https://example.org/a.png", held_by: ["ann", "bea"] },
          { ...file, name: "b.png" },
        ],
      },
      { id: "2", title: "Two", here: false, source: "list", held_by: ["bea"], files: [] },
    ],
  });
  expect((await page("service=patreon")).posts).toEqual([
    { id: "99", title: "", here: false, source: "list", held_by: [], files: [] },
  ]);
  expect((await page("service=patreon&creator=7&source=list")).posts.map(({ id }) => id)).toEqual(["2"]);
});

test("everything is downloaded as JSON and CSV", async () => {
  const json = await admin.get(`${PATH}/export?format=json`);
  expect(json.headers.get("content-disposition")).toBe('attachment; filename="missing.json"');
  const rows = JSON.parse(json.text) as { missing: string }[];
  expect(rows.map(({ missing }) => missing)).toEqual(["creator", "file", "file", "post", "post"]);
  const csv = await admin.get(`${PATH}/export?format=csv&service=fanbox`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.text).toBe(
    "service,creator,creator_name,post,title,name,url,sha256,missing,source,held_by\r\nfanbox,66,Ink Pond,,,,,,creator,list,\r\n",
  );
  expect((await admin.get(`${PATH}/export?format=xml`)).status).toBe(400);
});

test("a list that is not wanted any more is removed; a list that is no list is refused", async () => {
  expect((await admin.post(PATH, { creators: [{ service: "myspace", id: "1" }], posts: [] })).status).toBe(
    400,
  );
  expect(JSON.parse((await admin.post(`${PATH}/remove`, LIST)).text)).toEqual({ removed: 4 });
  const { count, files } = await admin.json<Summary>(PATH);
  expect([count, files]).toEqual([1, 2]);
});
