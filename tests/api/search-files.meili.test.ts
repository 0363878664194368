/** Posts are found by the names of their files, and of the files in their archive files once these are listed. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listingTask } from "#backend/archive-files/listing-task.ts";
import { transaction } from "#backend/db/tx.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { hide, restore, takeDown } from "#backend/takedowns/take-down.ts";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { filePath } from "#shared/rules/files.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { pack, storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";

let server: IndexedServer;
beforeAll(async () => {
  server = await startIndexedServer({}, undefined);
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const data = Buffer.from("x");
const post = async (id: string, name: string, bytes: Buffer) => {
  const hash = await storeFile(server, bytes);
  await buildPost(server.sql, {
    id,
    title: `Untitled ${id}`,
    attachments: [{ name, path: filePath(hash, ".bin") }],
  });
  return hash;
};
const listFiles = async () => {
  const log = pino({ level: "silent" });
  const task = listingTask({ ...server, signal: new AbortController().signal, log });
  while ((await task.run()) === true);
  await server.indexed();
};
const found = async (q: string) => {
  const { body } = await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}`);
  return (body as { posts: { id: string }[] }).posts.map(({ id }) => id);
};

test("a post is found by the names in its archive file, which are known later than the post", async () => {
  const entries = ["Chapter 3/harbor_077.png", "Chapter 3/灯台.png", "Chapter 3/078.png"];
  await post("album", "pages of june.zip", zip(entries.map((name) => ({ name, data }))));
  await post("other", "brushes.zip", zip([{ name: "round.abr", data }]));
  await server.indexed();
  expect(await found("pages of june")).toEqual(["album"]);
  expect(await found("harbor")).toEqual([]);
  await listFiles();
  for (const q of [
    "harbor",
    "harbor_077",
    "harbor_077.png",
    '"chapter 3"',
    "灯台",
    '"harbor 077"',
    "harber sort:newest",
  ])
    expect([q, await found(q)]).toEqual([q, ["album"]]);
  expect(await found("round")).toEqual(["other"]);
  expect(await found("pages -harbor")).toEqual([]);
  expect(await found('"078"')).toEqual([]);
  const text = `Chapter 3. ${MARK_START}harbor${MARK_END}_077. 灯台`;
  const box = (await server.json("/api/v1/search?q=harbor")).body as SearchAnswer;
  expect(box.posts.map(({ id, snippet }) => [id, snippet.includes(text)])).toEqual([["album", true]]);
  const { body } = await server.json("/api/v1/search/posts?q=harbor");
  expect(body).toMatchObject({ posts: [{ id: "album", snippet: expect.stringContaining(text) }] });
});

test("an archive file with a password is found by what it lists, and by the rest once it is known", async () => {
  const open = await pack("zip", { "lantern/secret wharf.txt": "some text" }, "-pkey");
  const closed = await pack("7z", { "lantern/hidden quay.txt": "some text" }, "-pkey", "-mhe=on");
  await post("open", "locked.zip", open);
  const hash = await post("closed", "closed.7z", closed);
  await listFiles();
  expect(await found("wharf")).toEqual(["open"]);
  expect(await found("quay")).toEqual([]);
  const body = JSON.stringify(["key"]);
  await server.get(`/api/v1/file/${hash}`, {
    method: "PATCH",
    body,
    headers: { "content-type": "application/json" },
  });
  await server.indexed();
  expect(await found("quay")).toEqual(["closed"]);
});

test("names leave search with the file and with the post", async () => {
  const shared = { name: "mooring.png", data };
  const file = await post("withheld", "one.zip", zip([shared, { name: "one.txt", data }]));
  await post("removed", "two.zip", zip([shared, { name: "two.txt", data }]));
  await listFiles();
  expect((await found("mooring")).sort()).toEqual(["removed", "withheld"]);
  await takeDown(server.sql, { service: "patreon", user: "1", post: "removed" });
  await server.indexed();
  expect(await found("mooring")).toEqual(["withheld"]);
  const target = { service: "", user: "", post: null, file };
  const { seq } = await transaction(server.sql, (tx) =>
    hide(tx, { target, kind: "takedown", reason: "", actor: null, days: null }),
  );
  await server.indexed();
  expect(await found("mooring")).toEqual([]);
  await transaction(server.sql, (tx) => restore(tx, seq, { actor: null, reason: "" }));
  await server.indexed();
  expect(await found("mooring")).toEqual(["withheld"]);
  await server.sql`delete from files where hash = ${file}`;
  await server.indexed();
  expect(await found("mooring")).toEqual([]);
});
