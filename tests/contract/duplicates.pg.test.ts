/** Images that look the same, as administrators list them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPictureHashes } from "#backend/files/measured-pictures.ts";
import { pairTask } from "#backend/files/picture-pairs.ts";
import type { Duplicate } from "#shared/entities/duplicate.ts";
import { member, type Visitor } from "#tests/support/accounts.ts";
import { buildFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { random } from "#tests/support/random.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const A = "/v1/account/administrator/duplicates";
let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
  await buildCreator(server.sql, { id: "2", name: "Other" });
  admin = await member(server, "admin", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

const next = random(81);
const anyHash = () => Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join("");

/** The hash with its last bits changed. */
function flipped(hash: string, bits: number): string {
  const changed = BigInt(`0x${hash}`) ^ ((1n << BigInt(bits)) - 1n);
  return changed.toString(16).padStart(64, "0");
}

let files = 200;
async function store(pdq: string, [width, height] = [40, 30], user?: string): Promise<string> {
  files += 1;
  const hash = files.toString(16).padStart(64, "0");
  await buildFile(server, { id: files, hash });
  await setPictureHashes(server.sql, [{ hash, pdq, quality: 100 }]);
  await server.sql`insert into picture_sizes (hash, width, height) values (${hash}, ${width}, ${height})`;
  if (user !== undefined)
    await buildPost(server.sql, {
      ...{ id: `of${files}`, user, title: `Post ${files}`, file: { name: "a", path: `/00/00/${hash}.bin` } },
    });
  return hash;
}

/** Runs the task until nothing is left. */
async function pair(): Promise<void> {
  while ((await pairTask(server.sql).run()) === true);
}

const list = async (query = "") =>
  (await admin.json<{ count: number; duplicates: Duplicate[] }>(`${A}${query}`)).duplicates;
const hashesOf = (found: Duplicate[]) => found.map(({ pictures: [one, two] }) => [one.hash, two.hash]);

test("pairs within 31 bits, the closest first, the larger image before the other, each with its posts", async () => {
  const pdq = anyHash();
  const small = await store(pdq, [40, 30], "1");
  const large = await store(flipped(pdq, 3), [400, 300], "2");
  const far = await store(flipped(pdq, 31), [40, 30]);
  await store(anyHash());
  await pair();
  await pair();
  const found = await list();
  expect(hashesOf(found)).toEqual([
    [large, small],
    [large, far],
    [small, far],
  ]);
  expect(found.map(({ distance }) => distance)).toEqual([3, 28, 31]);
  const [{ pictures }] = found as [Duplicate];
  const use = { service: "patreon", revision: null };
  expect(pictures[0]).toEqual({
    ...{ hash: large, mime: "application/octet-stream", ext: ".bin", size: 9 },
    posts: [{ ...use, user: "2", id: `of${Number.parseInt(large, 16)}`, title: expect.any(String) }],
    ...{ discord_posts: [], more: false, width: 400, height: 300 },
    creators: [{ service: "patreon", id: "2", name: "Other" }],
  });
});

test("those of a creator are pairs with an image in one of its posts", async () => {
  const pdq = anyHash();
  const [one, two] = [await store(pdq, [9, 9], "2"), await store(pdq)];
  const before = hashesOf(await list("?service=patreon&user=1"));
  await pair();
  expect(hashesOf(await list("?service=patreon&user=2"))).toContainEqual([two, one]);
  expect(hashesOf(await list("?service=patreon&user=1"))).toEqual(before);
  expect(await list("?service=patreon&user=none")).toEqual([]);
  const { status } = await admin.get(`${A}?service=patreon`);
  expect(status).toBe(400);
});

test("pages have 50; what is taken down or deleted is in no pair", async () => {
  const pdq = anyHash();
  const deleted = await store(pdq);
  for (let at = 0; at < 11; at += 1) await store(pdq);
  const gone = await store(flipped(pdq, 1));
  await pair();
  const all = [...(await list()), ...(await list("?o=50"))];
  expect(await list()).toHaveLength(50);
  expect(hashesOf(all).flat()).toContain(gone);
  expect((await admin.get(`${A}?o=100`)).text).toContain("is bigger than total count");
  await admin.post("/v1/account/administrator/takedowns", { file: gone, reason: "x" });
  const left = [...(await list()), ...(await list("?o=50"))];
  expect(left.length).toBe(all.length - 12);
  expect((await admin.json<{ count: number }>(A)).count).toBe(left.length);
  await server.sql`delete from files where hash = ${deleted}`;
  const rest = [...(await list()), ...(await list("?o=50"))];
  expect(rest.length).toBe(left.length - 11);
  expect(hashesOf(rest).flat()).not.toContain(deleted);
});

test("an image has at most 50 pairs from its own comparison", async () => {
  const pdq = anyHash();
  for (let at = 0; at < 55; at += 1) await store(flipped(pdq, at % 8));
  await pair();
  const last = await store(pdq);
  await pair();
  const [row] = await server.sql<[{ count: number }]>`
    select count(*) from picture_pairs where hash = ${last} or other = ${last}`;
  expect(row.count).toBe(50);
});

test("only administrators list them", async () => {
  const statuses = [(await server.get(`/api${A}`)).status];
  for (const role of ["consumer", "moderator"] as const)
    statuses.push((await (await member(server, role, role)).get(A)).status);
  statuses.push((await admin.get(A)).status);
  expect(statuses).toEqual([401, 404, 404, 200]);
});
