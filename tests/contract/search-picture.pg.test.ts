/** Images that look the same, by the bits of their PDQ hash. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { member } from "#tests/support/accounts.ts";
import { buildFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { distanceOf } from "#tests/support/pictures.ts";
import { random } from "#tests/support/random.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const next = random(79);
const anyHash = () => Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join("");

/** The hash with these bits, counted from its end, changed. */
function flipped(hash: string, bits: readonly number[]): string {
  const changed = bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), BigInt(`0x${hash}`));
  return changed.toString(16).padStart(64, "0");
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

const anyBits = (count: number) => {
  const bits = new Set<number>();
  while (bits.size < count) bits.add(Math.floor(next() * 256));
  return [...bits];
};

let files = 100;
/** @returns the SHA-256 of a file with these bits */
async function store(pdq: string, [width, height] = [40, 30]): Promise<string> {
  files += 1;
  const hash = files.toString(16).padStart(64, "0");
  await buildFile(server, { id: files, hash });
  await server.sql`insert into picture_hashes (hash, pdq, quality) values (${hash}, ${`x${pdq}`}::text::bit(256), 100)`;
  await server.sql`insert into picture_sizes (hash, width, height) values (${hash}, ${width}, ${height})`;
  return hash;
}

const search = async (pdq: string) =>
  (await server.json(`/api/v1/search_picture/${pdq}`)).body as PictureHit[];

test("the closest come first, with sizes and posts, in exact keys and order", async () => {
  const pdq = anyHash();
  const close = await store(flipped(pdq, [3, 255]), [900, 1_200]);
  const same = await store(pdq, [0, 0]);
  const file = { name: "a.bin", path: `/00/00/${close}.bin` };
  await buildPost(server.sql, { id: "shown", file });
  await buildPost(server.sql, { id: "hidden", hidden: true, file });
  const response = await server.get(`/api/v1/search_picture/${pdq.toUpperCase()}`);
  const facts = { mime: "application/octet-stream", ext: ".bin", size: 9 };
  const post = { service: "patreon", user: "1", id: "shown", title: "A post", revision: null };
  const none = { posts: [], discord_posts: [], more: false };
  expect(await response.text()).toBe(
    JSON.stringify([
      { hash: same, ...facts, ...none, distance: 0, width: null, height: null },
      { hash: close, ...facts, ...none, posts: [post], distance: 2, width: 900, height: 1_200 },
    ]),
  );
});

test("31 differing bits are found wherever they are, up to 44 if a part has at most one of them", async () => {
  const pdq = anyHash();
  // Two bits of each part but one: no part is equal.
  const spread = Array.from({ length: 31 }, (_, at) => (at >> 1) * 16 + (at % 2) * 5);
  const inside = await store(flipped(pdq, spread));
  const lastPart = await store(
    flipped(
      pdq,
      Array.from({ length: 31 }, (_, at) => 225 + at),
    ),
  );
  await store(flipped(pdq, [...spread, 250])); // two in each part
  const last = await store(flipped(pdq, upTo(44)));
  await store(flipped(pdq, upTo(45)));
  expect((await search(pdq)).map(({ hash, distance }) => [hash, distance])).toEqual([
    [inside, 31],
    [lastPart, 31],
    [last, 44],
  ]);
});

test("of many it finds all within 31 bits that counting finds, and nearly all within 44", async () => {
  const pdq = anyHash();
  const stored = new Map<string, string>();
  for (let at = 0; at < 60; at += 1) {
    const near = flipped(pdq, anyBits(at));
    stored.set(await store(near), near);
  }
  const counted = [...stored]
    .map(([hash, near]) => ({ hash, distance: distanceOf(near, pdq) }))
    .filter(({ distance }) => distance <= 44);
  const found = (await search(pdq)).map(({ hash, distance }) => ({ hash, distance }));
  expect(found.slice(0, 32)).toEqual(counted.slice(0, 32));
  expect(found[31]?.distance).toBe(31);
  expect(found.length).toBeGreaterThan(40); // of 45
  expect(counted).toEqual(expect.arrayContaining(found));
});

test("at most 50", async () => {
  const pdq = anyHash();
  for (let at = 0; at < 52; at += 1) await store(pdq);
  expect(await search(pdq)).toHaveLength(50);
});

test("deleted files, and those that a takedown withholds, are not found; a later change shows", async () => {
  const pdq = anyHash();
  const [kept, withheld, deleted] = [await store(pdq), await store(pdq), await store(pdq)];
  const found = async () => (await search(pdq)).map(({ hash }) => hash);
  expect(await found()).toEqual([kept, withheld, deleted]);
  const admin = await member(server, "admin", "administrator");
  const { status } = await admin.post("/v1/account/administrator/takedowns", { file: withheld, reason: "x" });
  expect(status).toBe(201);
  await server.sql`delete from files where hash = ${deleted}`;
  await expect.poll(found).toEqual([kept]);
  expect(await server.sql`select from picture_hashes where hash = ${deleted}`).toHaveLength(0);
});

test("a takedown of an image offers its copies, and takes down those that are chosen", async () => {
  const pdq = anyHash();
  const [file, chosen, left] = [
    await store(pdq),
    await store(flipped(pdq, [1])),
    await store(flipped(pdq, [1, 2])),
  ];
  const admin = await member(server, "admin2", "administrator");
  const offered = async () =>
    (await admin.json<PictureHit[]>(`/v1/account/administrator/takedowns/copies?file=${file}`)).map(
      ({ hash, distance }) => [hash, distance],
    );
  expect(await offered()).toEqual([
    [chosen, 1],
    [left, 2],
  ]);
  const body = { file, copies: [chosen], reason: "x" };
  const { status, text } = await admin.post("/v1/account/administrator/takedowns", body);
  expect([status, JSON.parse(text)]).toEqual([201, { found: true, files: 2 }]);
  await expect.poll(async () => (await search(pdq)).map(({ hash }) => hash)).toEqual([left]);
  expect(await offered()).toEqual([[left, 2]]);
  const { takedowns } = await admin.json<{ takedowns: { file: string }[] }>(
    "/v1/account/administrator/takedowns",
  );
  expect(takedowns.slice(0, 2).map((one) => one.file)).toEqual([chosen, file]);
});

test("an unknown file and one without bits have no copies; a post has none to choose", async () => {
  const admin = await member(server, "admin3", "administrator");
  const copies = (file: string) => admin.get(`/v1/account/administrator/takedowns/copies?file=${file}`);
  expect((await copies("0".repeat(64))).text).toBe("[]");
  const body = { service: "patreon", user: "1", copies: [], reason: "x" };
  expect((await admin.post("/v1/account/administrator/takedowns", body)).status).toBe(400);
});

test.each(["x", "g".repeat(64), "a".repeat(63), "a".repeat(65)])("%s is no hash", async (pdq) => {
  const response = await server.get(`/api/v1/search_picture/${pdq}`);
  expect([response.status, await response.text()]).toEqual([400, '{"error":"Invalid hash!"}']);
});

test("nothing that looks like it is an empty list", async () => {
  expect(await server.json(`/api/v1/search_picture/${anyHash()}`)).toEqual({ status: 200, body: [] });
});
