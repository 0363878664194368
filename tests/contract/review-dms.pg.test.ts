/** The review of imported DMs: whose they are, what is approved, ignored, taken back and deleted. */
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteUnnamedFiles, publishFiles } from "#backend/imports/connectors/pending-files.ts";
import { pendingFolder } from "#backend/imports/connectors/records.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { CreatorDm, PendingDm } from "#shared/entities/dm.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { buildPendingDm, type PendingFields } from "#tests/support/pending-dms.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const PATH = "/v1/account/review_dms";
let server: TestServer;
let ann: Visitor & { id: number };
let bea: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  [ann, bea] = [await member(server, "Ann"), await member(server, "Bea")];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.sql`truncate creators, dms, pending_dms, takedowns cascade`;
  await buildCreator(server.sql);
});

const pending = (hash: string, more: Partial<PendingFields> = {}) =>
  buildPendingDm(server.sql, server.data, { account: ann.id, hash, ...more });
const listed = async (visitor: Visitor, status = "pending") =>
  (await visitor.json<{ props: { count: number; dms: PendingDm[] } }>(`${PATH}?status=${status}`)).props;
const hashes = async (visitor: Visitor, status?: string) =>
  (await listed(visitor, status)).dms.map(({ hash }) => hash).sort();
const review = async (body: object, visitor = ann) => await visitor.post(PATH, body);
const publicDms = async () => {
  await allNotified(server);
  const dms = await new Visitor(server).json<CreatorDm[]>("/v1/patreon/user/1/dms");
  return dms.map(({ hash }) => hash).sort();
};
const files = () => ({ ...server, log: pino({ level: "silent" }) });

test("an account sees its own pending DMs with their creators, and no other's", async () => {
  await pending("a", { content: "Hello", files: { "a b.png": "bytes" } });
  await pending("b", { user: "unknown" });
  await pending("c", { account: bea.id });
  await pending("d", { status: "ignored" });
  const { count, dms } = await listed(ann);
  expect(count).toBe(2);
  expect(dms).toEqual([
    {
      hash: "b",
      user: "unknown",
      service: "patreon",
      content: "Message b",
      embed: {},
      published: "2024-02-01T08:00:00",
      added: expect.any(String),
      import_id: null,
      files: [],
      artist: null,
    },
    expect.objectContaining({
      hash: "a",
      content: "Hello",
      files: ["a b.png"],
      artist: expect.objectContaining({ id: "1", name: "Ann" }),
    }),
  ]);
  expect(await hashes(ann, "ignored")).toEqual(["d"]);
  expect(await hashes(bea)).toEqual(["c"]);
  const { text } = await ann.get(PATH);
  expect(JSON.parse(text)).toMatchObject({
    props: { currentPage: "account", title: "Review DMs", status: "pending" },
  });
});

test("only the account sees that DMs wait, and ignored ones do not wait", async () => {
  const waits = (visitor: Visitor) => visitor.json<boolean>("/v1/has_pending_dms");
  await pending("a", { status: "ignored" });
  expect(await waits(ann)).toBe(false);
  await pending("b");
  expect([await waits(ann), await waits(bea), await waits(new Visitor(server))]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["?status=approved", "Unknown status"],
  ["?status=", "Unknown status"],
])("%s is a 400", async (query, message) => {
  const { status, text } = await ann.get(PATH + query);
  expect([status, text]).toEqual([400, refusal(message)]);
});

test.each([
  [{ approved_hashes: [], delete_ignored: false }, "At least one DM must be provided for approval."],
  [{}, "At least one DM must be provided for approval."],
  [{ approved_hashes: ["a"], delete_ignored: "yes" }, "Expected true or false."],
] as [object, string][])("a review with %j is a 400", async (body, message) => {
  await pending("a");
  const { status, text } = await review(body);
  expect([status, text]).toEqual([400, refusal(message)]);
  expect(await hashes(ann)).toEqual(["a"]);
});

test("more than 1000 DMs at once are refused", async () => {
  const { status, text } = await review({ approved_hashes: Array(1001).fill("x") });
  expect([status, text]).toEqual([400, refusal("At most 1000 DMs at once.")]);
});

test("approved DMs are public, the rest is ignored, and another account's stay as they are", async () => {
  for (const hash of ["a", "b", "c"]) await pending(hash);
  await pending("d", { account: bea.id });
  expect(await publicDms()).toEqual([]);
  expect((await review({ approved_hashes: ["a", "b", "d", "absent"], delete_ignored: false })).text).toBe(
    "true",
  );
  expect(await publicDms()).toEqual(["a", "b"]);
  expect([await hashes(ann), await hashes(ann, "ignored"), await hashes(bea)]).toEqual([[], ["c"], ["d"]]);
  const [first] = await new Visitor(server).json<CreatorDm[]>("/v1/patreon/user/1/dms");
  expect(first).toMatchObject({ content: "Message a", published: "2024-02-01T08:00:00", file: {} });
  const [row] = await server.sql`select dm_count from creators`;
  expect(row).toEqual({ dm_count: 2 });
});

test("DMs added after the list was read are not ignored with the rest", async () => {
  for (const hash of ["a", "b", "later"]) await pending(hash);
  await review({ approved_hashes: ["a"], ignored_hashes: ["b"] });
  expect([await hashes(ann), await hashes(ann, "ignored")]).toEqual([["later"], ["b"]]);
});

test("a second review with the same DMs changes nothing", async () => {
  for (const hash of ["a", "b"]) await pending(hash);
  const both = await Promise.all([
    review({ approved_hashes: ["a"], ignored_hashes: [] }),
    review({ approved_hashes: ["a"], ignored_hashes: [] }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await publicDms()).toEqual(["a"]);
  expect(await hashes(ann)).toEqual(["b"]);
});

test("an ignored DM is approved without touching pending ones, and the other ignored ones are deleted", async () => {
  await pending("a");
  for (const hash of ["b", "c"]) await pending(hash, { status: "ignored" });
  await pending("d", { account: bea.id, status: "ignored" });
  await review({ approved_hashes: ["b"], delete_ignored: true });
  expect(await publicDms()).toEqual(["b"]);
  expect([await hashes(ann), await hashes(ann, "ignored"), await hashes(bea, "ignored")]).toEqual([
    ["a"],
    [],
    ["d"],
  ]);
  await pending("e", { status: "ignored" });
  await review({ approved_hashes: [], delete_ignored: true });
  expect([await hashes(ann), await hashes(ann, "ignored")]).toEqual([["a"], []]);
});

test("DMs are ignored and taken back by their account only", async () => {
  for (const hash of ["a", "b"]) await pending(hash);
  const move = (visitor: Visitor, body: object) => visitor.send("PATCH", PATH, body);
  expect((await move(bea, { hashes: ["a"], status: "ignored" })).text).toBe("true");
  expect(await hashes(ann)).toEqual(["a", "b"]);
  await move(ann, { hashes: ["a"], status: "ignored" });
  expect([await hashes(ann), await hashes(ann, "ignored")]).toEqual([["b"], ["a"]]);
  await move(ann, { hashes: ["a"], status: "pending" });
  expect(await hashes(ann)).toEqual(["a", "b"]);
  const { status, text } = await move(ann, { hashes: ["a"], status: "approved" });
  expect([status, text]).toEqual([400, refusal("Unknown status")]);
  expect(await publicDms()).toEqual([]);
});

test("DMs of creators who are not in the archive, or hidden in it, keep waiting", async () => {
  await buildCreator(server.sql, { id: "hidden", hidden: true });
  await pending("a");
  for (const user of ["unknown", "hidden"]) await pending(user, { user });
  await review({ approved_hashes: ["a", "unknown", "hidden"] });
  expect([await publicDms(), await hashes(ann)]).toEqual([["a"], ["hidden", "unknown"]]);
  expect(await server.sql`select hash from dms`).toEqual([{ hash: "a" }]);
});

test("a takedown of the creator deletes what waits", async () => {
  await pending("a");
  await pending("b", { status: "ignored", user: "other" });
  await takeDown(server.sql, { service: "patreon", user: "1", post: null });
  expect([await hashes(ann), await hashes(ann, "ignored")]).toEqual([[], ["b"]]);
});

test("files of approved DMs are stored and served, those of deleted ones are deleted", async () => {
  await pending("a", { files: { "one.txt": "first bytes", "two.txt": "second bytes" } });
  await pending("b", { files: { "gone.txt": "deleted bytes" } });
  await pending("c", { files: { "kept.txt": "kept bytes" } });
  await review({ approved_hashes: ["a"], ignored_hashes: ["b"] });
  await publishFiles(files());
  await review({ delete_ignored: true });
  await deleteUnnamedFiles(files());
  await allNotified(server);
  const [dm] = await new Visitor(server).json<CreatorDm[]>("/v1/patreon/user/1/dms");
  expect(dm).toMatchObject({ file: { name: "one.txt" }, attachments: [{ name: "two.txt" }] });
  const stored = [dm?.file, ...(dm?.attachments ?? [])] as { path: string }[];
  for (const [at, bytes] of ["first bytes", "second bytes"].entries())
    expect(await (await server.get(`/data${stored[at]?.path}`)).text()).toBe(bytes);
  expect(await readdir(pendingFolder(server.data))).toEqual(["of-c"]);
  expect(await server.sql`select hash from pending_dms`).toEqual([{ hash: "c" }]);
  await publishFiles(files());
  expect(await server.sql`select from file_uses where entity = 'dm'`).toHaveLength(2);
});

test("files that are on another importer's machine are left to it", async () => {
  await pending("a", { files: { "one.txt": "first bytes" } });
  await review({ approved_hashes: ["a"] });
  await publishFiles({ ...files(), data: join(server.data, "elsewhere") });
  expect(await server.sql`select status from pending_dms`).toEqual([{ status: "approved" }]);
});

test("files of an import that runs are not deleted before their row is there", async () => {
  await pending("a", { files: { "one.txt": "bytes" } });
  await server.sql`delete from pending_dms`;
  await server.sql`
    insert into imports (id, service, key_hash, sealed_by, save_dms, state) values ('of-a', 'patreon', '', '', false, 'running')`;
  await deleteUnnamedFiles(files());
  await access(join(pendingFolder(server.data), "of-a/0"));
  await server.sql`delete from imports`;
  await deleteUnnamedFiles(files());
  expect(await readdir(pendingFolder(server.data))).not.toContain("of-a");
});

test("pending DMs and their files go with the account", async () => {
  const carl = await member(server, "Carl");
  await pending("a", { account: carl.id, files: { "one.txt": "bytes" } });
  expect((await carl.post("/v1/account/delete")).status).toBe(200);
  expect(await server.sql`select from pending_dms`).toEqual([]);
  await deleteUnnamedFiles(files());
  expect(await readdir(pendingFolder(server.data))).not.toContain("of-a");
});
