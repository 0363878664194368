import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { buildFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost, buildRevision, fakePath, insert } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const A = "a".repeat(64);
const B = "b".repeat(64);
const C = "c".repeat(64);
const D = "d".repeat(64);
const attachment = (seed: string) => ({ name: "x.zip", path: fakePath(seed, ".bin") });
const FILE = {
  id: 7,
  hash: A,
  mtime: "2024-01-01T00:00:00.100000",
  ctime: "2024-01-02T00:00:00.200000",
  mime: "application/octet-stream",
  ext: ".bin",
  added: "2024-01-03T00:00:00.300000",
  size: 9,
  ihash: null,
};

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  for (const [id, hash] of [A, B, C, D].entries()) await buildFile(server, { id: id + 7, hash });
  await buildCreator(sql);
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildCreator(sql, { service: "discord", id: "s" });
  await buildCreator(sql, { service: "discord", id: "hidden", hidden: true });
  await buildPost(sql, { id: "old", published: null, attachments: [attachment("a")] });
  await buildPost(sql, { id: "new", file: attachment("a"), content: "é".repeat(60) });
  await buildPost(sql, { id: "revised", published: "2024-03-01T00:00:00" });
  for (const revision of [1, 2]) await buildRevision(sql, revision, { id: "revised", file: attachment("a") });
  await buildPost(sql, { id: "h", hidden: true, file: attachment("a") });
  await buildPost(sql, { id: "g", user: "gone", file: attachment("a") });
  for (const server_id of ["s", "hidden"]) {
    await insert(sql, "discord_channels", { ...CHANNEL, id: `c-${server_id}`, server_id });
    await insert(sql, "discord_messages", {
      ...MESSAGE,
      id: `m-${server_id}`,
      server: server_id,
      channel: `c-${server_id}`,
    });
  }
  await sql`insert into archive_listings (hash, file_list, encrypted, password)
    values (${A}, '{one.txt}', true, 'secret'), (${B}, '{two.txt}', false, null), (${C}, '{}', true, null)`;
});
afterAll(() => server[Symbol.asyncDispose]());

const CHANNEL = { service: "discord", name: "general", is_nsfw: false, position: 0, type: 0, post_count: 0 };
const MESSAGE = {
  author: {},
  content: "look at this",
  added: "2024-04-01T00:00:00.500000",
  published: "2024-04-01T00:00:00",
  embeds: [],
  mentions: [],
  attachments: [attachment("a")],
};

describe("hash search", () => {
  test("gives the file, its posts newest first and its chat messages, in exact keys and order", async () => {
    const response = await server.get(`/api/v1/search_hash/${A.toUpperCase()}`);
    const post = (id: string, own: object) => ({
      ...{
        file_id: 7,
        id,
        user: "1",
        service: "patreon",
        title: "A post",
        substring: "<p>Words of a post</p>",
      },
      ...{ published: "2024-02-01T08:00:00", file: {}, attachments: [], ...own },
    });
    expect(await response.text()).toBe(
      JSON.stringify({
        ...FILE,
        posts: [
          post("revised", { published: "2024-03-01T00:00:00" }),
          post("new", { substring: "é".repeat(50), file: attachment("a") }),
          post("old", { published: null, attachments: [attachment("a")] }),
        ],
        discord_posts: [
          {
            ...{ file_id: 7, id: "m-s", server: "s", channel: "c-s", substring: "look at this" },
            ...{ published: "2024-04-01T00:00:00", embeds: [], mentions: [], attachments: [attachment("a")] },
          },
        ],
      }),
    );
  });

  test("a file that nothing uses has empty lists", async () => {
    const { status, body } = await server.json(`/api/v1/search_hash/${D}`);
    expect([status, body]).toMatchObject([200, { hash: D, posts: [], discord_posts: [] }]);
  });
});

describe("many hashes at once", () => {
  const ask = (data: unknown) =>
    server.get("/api/v2/search_hash", { method: "POST", body: JSON.stringify({ type: "hashes", data }) });

  test("lists known hashes in the requested order with exact keys, older revisions marked as such", async () => {
    const response = await ask({ hashes: ["e".repeat(64), D, A.toUpperCase(), A] });
    const file = { mime: "application/octet-stream", ext: ".bin", size: 9 };
    const post = (id: string, revision: number | null = null) => ({
      ...{ service: "patreon", user: "1", id, title: "A post", revision },
    });
    expect(await response.text()).toBe(
      JSON.stringify({
        type: "hashes",
        data: [
          { hash: D, ...file, posts: [], discord_posts: [], more: false },
          {
            ...{ hash: A, ...file, posts: [post("revised", 2), post("new"), post("old")] },
            discord_posts: [{ server: "s", channel: "c-s", id: "m-s", substring: "look at this" }],
            more: false,
          },
        ],
      }),
    );
  });

  test("five of each at most, and whether there are more", async () => {
    const shared = "f".repeat(64);
    await buildFile(server, { id: 99, hash: shared });
    for (let at = 0; at < 7; at++) {
      const file = { name: "x.zip", path: `/ff/ff/${shared}.bin` };
      await buildPost(server.sql, { id: `s${at}`, published: `2024-05-0${at + 1}T00:00:00`, file });
    }
    const { data } = (await (await ask({ hashes: [shared] })).json()) as {
      data: [{ posts: { id: string }[]; more: boolean }];
    };
    expect(data[0].posts.map(({ id }) => id)).toEqual(["s6", "s5", "s4", "s3", "s2"]);
    expect(data[0].more).toBe(true);
  });

  test("a repeated request shows later changes", async () => {
    const titles = async () => {
      const { data } = (await (await ask({ hashes: [A] })).json()) as {
        data: [{ posts: { title: string }[] }];
      };
      return data[0].posts.map(({ title }) => title);
    };
    expect(await titles()).toEqual(["A post", "A post", "A post"]);
    await server.sql`update posts set title = 'Another' where id = 'old'`;
    await expect.poll(titles).toEqual(["A post", "A post", "Another"]);
  });

  test.each<[unknown, string]>([
    [null, "Expected a list of hashes."],
    [{ hashes: [] }, "Expected a list of hashes."],
    [{ hashes: "a" }, "Expected a list of hashes."],
    [{ hashes: [A], more: 1 }, "Expected a list of hashes."],
    [{ hashes: ["x"] }, "Invalid hash!"],
    [{ hashes: [1] }, "Invalid hash!"],
    [{ hashes: Array.from({ length: 101 }, () => A) }, "At most 100 hashes at once."],
  ])("%j is a 400", async (data, message) => {
    const response = await ask(data);
    expect([response.status, await response.json()]).toEqual([
      400,
      { type: "error", error: { type: "bad_input", message } },
    ]);
  });
});

describe("file details", () => {
  test.each(["/api/v1/file/", "/api/v1/posts/archives/"])("%s has exact keys and order", async (path) => {
    const response = await server.get(path + A.toUpperCase());
    expect(await response.text()).toBe(
      JSON.stringify({ file: FILE, file_list: ["one.txt"], password: "secret" }),
    );
  });

  test.each([
    [B, ["two.txt"], ""],
    [C, [], null],
  ])("none needed is empty, not known is null", async (hash, file_list, password) => {
    expect((await server.json(`/api/v1/file/${hash}`)).body).toMatchObject({ file_list, password });
  });

  test("v2 wraps the same", async () => {
    const response = await server.get(`/api/v2/file/${A}`);
    expect(await response.text()).toBe(
      JSON.stringify({ type: "file", data: { file: FILE, file_list: ["one.txt"], password: "secret" } }),
    );
  });
});

describe("texts in many images at once", () => {
  const ask = (hashes: unknown) =>
    server.get("/api/v2/file_text", {
      method: "POST",
      body: JSON.stringify({ type: "texts", data: { hashes } }),
    });
  const line = (text: string) => ({ words: [{ text, box: [0.1, 0.2, 0.3, 0.05] }] });

  test("lists images that have a text, and none that is taken down", async () => {
    const [one = "", two = "", none = "", removed = ""] = ["11", "12", "13", "14"].map((two) =>
      two.repeat(32),
    );
    for (const [at, hash] of [one, two, none, removed].entries())
      await buildFile(server, { id: 200 + at, hash });
    for (const [hash, lines] of [
      [one, [line("Harbor")]],
      [two, [line("港")]],
      [none, []],
      [removed, [line("gone")]],
    ] as const)
      await server.sql`
        insert into picture_texts (hash, lines, program)
        values (${hash}, ${JSON.stringify(lines)}::text::json, 'x')`;
    const file = { name: "a.png", path: `/14/14/${removed}.bin` };
    await buildPost(server.sql, { id: "taken", file });
    await takeDown(server.sql, { service: "patreon", user: "1", post: "taken" });
    const response = await ask([two, removed, none, "e".repeat(64), one.toUpperCase(), one]);
    expect(await response.json()).toEqual({
      type: "texts",
      data: [
        { hash: one, lines: [line("Harbor")] },
        { hash: two, lines: [line("港")] },
      ],
    });
  });

  test.each<[unknown, string]>([
    [[], "Expected a list of hashes."],
    [["x"], "Invalid hash!"],
    [Array.from({ length: 101 }, () => A), "At most 100 hashes at once."],
  ])("%j is a 400", async (hashes, message) => {
    const response = await ask(hashes);
    const error = { type: "bad_input", message };
    expect([response.status, await response.json()]).toEqual([400, { type: "error", error }]);
  });
});

test.each(["search_hash", "file", "posts/archives"])("v1 %s: bad and unknown hashes", async (path) => {
  for (const bad of ["x", "g".repeat(64), A.slice(1), `${A}a`]) {
    const response = await server.get(`/api/v1/${path}/${bad}`);
    expect([response.status, await response.text()]).toEqual([400, '{"error":"Invalid hash!"}']);
  }
  const unknown = await server.get(`/api/v1/${path}/${"e".repeat(64)}`);
  expect([unknown.status, await unknown.text()]).toEqual([404, '{"error":"Not Found"}']);
});

const patch = (path: string, body: string | undefined, headers: Record<string, string> = {}) =>
  server.get(path, { method: "PATCH", headers, ...(body === undefined ? {} : { body }) });

describe("trying a password", () => {
  test.each([
    [undefined, "Expected a list of one password."],
    ["{}", "Expected a list of one password."],
    ["[]", "Expected a list of one password."],
    ['["a","b"]', "Expected a list of one password."],
    ["[1]", "Expected a password."],
    ['[""]', "Please enter a password."],
    ["[", "The body is not valid JSON."],
  ])("body %s is a 400", async (body, error) => {
    const response = await patch(`/api/v1/file/${A}`, body);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  test.each([
    [undefined, "Expected a body of type and data."],
    ['["a"]', "Expected a body of type and data."],
    ['{"type":"x","data":["a"]}', "Expected a password."],
    ['{"type":"x","data":{"password":"a","more":1}}', "Expected a password."],
    ['{"type":"x","data":{"password":""}}', "Please enter a password."],
  ])("v2 body %s is a 400", async (body, message) => {
    const response = await patch(`/api/v2/file/${A}`, body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { type: "error", error: { type: "bad_input", message } },
    ]);
  });

  test("an unknown file is a 404", async () => {
    expect((await patch(`/api/v1/file/${"e".repeat(64)}`, '["a"]')).status).toBe(404);
  });
});

test.each([
  ["GET", "/api/v2/file/x", 400, "bad_input", "Invalid hash!"],
  ["GET", `/api/v2/file/${"e".repeat(64)}`, 404, "not_found", "Not Found"],
  ["GET", "/api/v2/nothing", 404, "not_found", "Not Found"],
  ["DELETE", `/api/v2/file/${A}`, 405, "method_not_allowed", "Method Not Allowed"],
  ["GET", "/api/v2/file/%zz", 400, "bad_input", "The address is not validly percent-encoded."],
])("v2 failures have their envelope: %s %s", async (method, path, status, type, message) => {
  const response = await server.get(path, { method });
  expect([response.status, await response.text()]).toEqual([
    status,
    JSON.stringify({ type: "error", error: { type, message } }),
  ]);
  if (status === 405) expect(response.headers.get("allow")).toBe("HEAD, GET, PATCH");
});

describe("another site", () => {
  const path = `/api/v1/file/${A}`;
  test.each<[string, () => Record<string, string>]>([
    ["cross-site", () => ({ "sec-fetch-site": "cross-site", origin: server.url })],
    ["a subdomain", () => ({ "sec-fetch-site": "same-site" })],
    ["another origin", () => ({ origin: "https://elsewhere.example" })],
    ["an opaque origin", () => ({ origin: "null" })],
    ["an origin with our name in it", () => ({ origin: `http://evil.example/?${server.url}` })],
  ])("%s may change nothing", async (_, headers) => {
    const response = await patch(path, '[""]', headers());
    expect([response.status, await response.text()]).toEqual([
      403,
      '{"error":"Another site may not do this."}',
    ]);
    expect((await server.get(path, { headers: headers() })).status).toBe(200); // reading is no change
  });

  test.each<[string, () => Record<string, string>]>([
    ["our own page", () => ({ "sec-fetch-site": "same-origin", origin: server.url })],
    ["our own page in an old browser", () => ({ origin: server.url })],
    ["our own page behind a proxy that ends TLS", () => ({ origin: server.url.replace("http:", "https:") })],
    ["a program", () => ({})],
  ])("%s may", async (_, headers) => {
    expect((await patch(path, '[""]', headers())).status).toBe(400);
  });
});
