/** Imports of received folders, against a real database. */
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receivedFolder } from "#backend/files/received.ts";
import { runNext } from "#backend/jobs/run-next.ts";
import { jobTask, runTasks } from "#backend/jobs/tasks.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { folderJobs, sweepFolders } from "./folder-jobs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.sql`insert into accounts (id, username, password) overriding system value values (1, 'Root', '')`;
});
afterAll(() => server[Symbol.asyncDispose]());

let imports = 0;
/** A plain folder is enough: formats have their own tests. */
async function receive(files: Record<string, string>): Promise<string> {
  imports += 1;
  const id = `import-${imports}`.padEnd(22, "-");
  const folder = receivedFolder(server.data, id);
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(join(place, ".."), { recursive: true });
    await writeFile(place, text);
    await utimes(place, 1_700_000_000, 1_700_000_000);
  }
  await server.sql`insert into download_imports (id, account) values (${id}, 1)`;
  return id;
}
const options = (signal = new AbortController().signal) => {
  const { sql, storage, data } = server;
  return { sql, storage, data, log: pino({ level: "silent" }), signal };
};
const runOne = () => runNext(options(), folderJobs(options()));
const ask = (id: string, state: string, creators: object[] = []) =>
  server.sql`update download_imports set state = ${state}, creators = ${server.sql.json(creators as never)} where id = ${id}`;
const rowOf = async (id: string) => {
  const [row] = await server.sql`select * from download_imports where id = ${id}`;
  return row!;
};
const problemsOf = async (id: string) =>
  (await server.sql`select path, reason from download_problems where import = ${id} order by n`).map(
    ({ path, reason }) => `${path} ${reason}`,
  );
const NO_POST = "belongs to no post: no metadata names it";
const ANN = { path: "Ann", service: "patreon", id: "7", name: "Ann" };

test("nothing is done where nothing waits", async () => {
  await receive({ "a.png": "x" });
  expect(await runOne()).toBe(false);
});

test("a folder is previewed, the creator is asked for, and it is imported", async () => {
  const id = await receive({ "Ann/first/a.png": "aaaa", "Ann/first/b.png": "bb", "Ann/second/c.png": "c" });
  await ask(id, "scanning");
  expect(await runOne()).toBe(true);
  expect(await problemsOf(id)).toEqual(
    ["first/a.png", "first/b.png", "second/c.png"].map((path) => `Ann/${path} ${NO_POST}`),
  );
  expect(await rowOf(id)).toMatchObject({
    state: "scanned",
    lease_until: null,
    problems_count: 3,
    preview: { creators: 0, posts: 0, files: 0, unknown_files: 3, unnamed: ["Ann/first", "Ann/second"] },
  });
  await ask(id, "scanning", [ANN]);
  await runOne();
  expect((await rowOf(id))["preview"]).toEqual({
    programs: [{ name: "Plain folder", path: "" }],
    creators: 1,
    posts: 2,
    messages: 0,
    files: 3,
    bytes: 7,
    known_posts: 0,
    unknown_files: 0,
    unnamed: [],
  });
  await ask(id, "importing", [ANN]);
  await runOne();
  expect(await rowOf(id)).toMatchObject({
    state: "done",
    result: { added: { creators: 1, posts: 2 }, files_stored: 3 },
    problems_count: 0,
  });
  expect(
    await server.sql`select title, published::text from posts where "user" = '7' order by title`,
  ).toEqual([
    { title: "first", published: "2023-11-14 22:13:20+00" },
    { title: "second", published: "2023-11-14 22:13:20+00" },
  ]);
  expect(await readdir(receivedFolder(server.data, id)).catch(() => "gone")).toBe("gone");
  expect(await server.sql`select account, type from notifications`).toEqual([{ account: 1, type: 5 }]);
});

test("the result lists what sources contradict each other about", async () => {
  const post = (content: string) =>
    JSON.stringify({
      ...{ id: "70", user: "8", username: "Ben", service: "fanbox", title: "Tide", content, attachments: [] },
      ...{ published: "2024-05-01T12:00:00", category: "kemono", subcategory: "fanbox", file: {} },
    });
  const id = await receive({
    "one/70.json": post("<p>Boats</p>"),
    "two/70.json": post("<p>Birds, boats</p>"),
  });
  await ask(id, "importing");
  await runOne();
  expect((await rowOf(id))["result"]).toMatchObject({
    contradictions: [{ kind: "text", path: "two/70.json", of: ["fanbox/70"] }],
    contradictions_count: 1,
  });
  expect(await server.sql`select content from posts where id = '70'`).toEqual([
    { content: "<p>Birds, boats</p>" },
  ]);
});

test("the creators and posts that an import adds have the rating that was chosen for it", async () => {
  const id = await receive({ "Eve/first/a.png": "rated" });
  const EVE = { path: "Eve", service: "patreon", id: "rated", name: "Eve" };
  await ask(id, "scanning", [EVE]);
  await runOne();
  await server.sql`update download_imports set rating = 2 where id = ${id}`;
  await ask(id, "importing", [EVE]);
  await runOne();
  expect(await server.sql`select rating from creators where id = 'rated'`).toEqual([{ rating: 2 }]);
  expect(await server.sql`select rating from posts where "user" = 'rated'`).toEqual([{ rating: 2 }]);
});

test("each file that is left out is named with its reason, before the import and after it", async () => {
  const texts = { "Ann/a.png": "aaaa", "Ann/b.png.part": "b", "Ann/c.png": "", "loose.bin": "x" };
  const id = await receive(texts);
  const skipped = [{ path: "Ann/gone.png", reason: "could not be read on the device that sent it" }];
  await server.sql`update download_imports set skipped = ${server.sql.json(skipped)} where id = ${id}`;
  const reasons = [
    "Ann/gone.png could not be read on the device that sent it",
    `loose.bin ${NO_POST}`,
    "Ann/b.png.part is an unfinished download",
    "Ann/c.png is empty",
  ];
  for (const state of ["scanning", "scanning", "importing"]) {
    await ask(id, state, [ANN]);
    await runOne();
    expect([state, await problemsOf(id)]).toEqual([state, reasons]);
    expect((await rowOf(id))["problems_count"]).toBe(4);
  }
  await server.sql`delete from download_imports where id = ${id}`;
  expect(await problemsOf(id)).toEqual([]);
});

test("of very many files that are left out all are counted", async () => {
  const id = await receive({ "a.bin": "x" });
  const skipped = Array.from({ length: 100_000 }, (_, at) => ({ path: `${at}`, reason: "is empty" }));
  await server.sql`update download_imports set skipped = ${server.sql.json(skipped)} where id = ${id}`;
  await ask(id, "scanning");
  await runOne();
  expect(await rowOf(id)).toMatchObject({ state: "scanned", problems_count: 100_001 });
  expect(await problemsOf(id)).toHaveLength(100_000);
});

test("an unreadable import fails with the reason and can be retried", async () => {
  const id = await receive({});
  await ask(id, "scanning");
  await runOne();
  const { state, error } = await rowOf(id);
  expect([state, error]).toEqual(["failed", expect.stringContaining("is not a folder that is there")]);
});

test("an import that a killed process left is taken up when its lease has ended; one under way is not", async () => {
  const id = await receive({ "Ann/third/d.png": "d" });
  await ask(id, "importing", [ANN]);
  await server.sql`update download_imports set attempt = 1, lease_until = now() + interval '1 hour' where id = ${id}`;
  expect(await runOne()).toBe(false);
  await server.sql`update download_imports set lease_until = now() - interval '1 second' where id = ${id}`;
  expect(await runOne()).toBe(true);
  expect((await rowOf(id))["state"]).toBe("done");
});

test("an import that takes its process down every time fails in the end", async () => {
  const id = await receive({ "Ann/fatal/e.png": "e" });
  await ask(id, "importing", [ANN]);
  await server.sql`update download_imports set crashes = 100, lease_until = now() - interval '1 second' where id = ${id}`;
  expect(await runOne()).toBe(true);
  const { state, error } = await rowOf(id);
  expect([state, error]).toEqual(["failed", "It stopped the worker too often."]);
});

test("an import that is deleted ends", async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`Ann/many ${n}/x.bin`, `${n}`]));
  const id = await receive(many);
  await ask(id, "importing", [ANN]);
  const stop = new AbortController();
  const context = options(stop.signal);
  const running = runTasks(context, [jobTask(context, folderJobs(context))]);
  await expect.poll(async () => (await rowOf(id))["lease_until"]).not.toBeNull();
  await server.sql`delete from download_imports where id = ${id}`;
  const next = await receive({ "Ann/next/y.png": "y" });
  await ask(next, "importing", [ANN]);
  await expect.poll(async () => (await rowOf(next))["state"]).toBe("done");
  stop.abort();
  await running;
});

test("folders to which nothing was sent for a week are removed", async () => {
  const [old, young] = [await receive({ a: "x" }), await receive({ a: "x" })];
  await server.sql`update download_imports set changed_at = now() - interval '8 days' where id = ${old}`;
  await sweepFolders(options());
  expect(await readdir(receivedFolder(server.data, old)).catch(() => "gone")).toBe("gone");
  expect(await server.sql`select id from download_imports where id in ${server.sql([old, young])}`).toEqual([
    { id: young },
  ]);
});

test("a bundle is not imported", async () => {
  const post = '{"service":"patreon","id":"1","user":"1"}';
  const id = await receive({ "posts.ndjson": `{"roost":1,"entity":"posts"}\n${post}\n` });
  const posts = await server.sql`select * from posts order by service, id`;
  for (const state of ["scanning", "importing"]) {
    await ask(id, state, [{ ...ANN, path: "" }]);
    await runOne();
    expect(await problemsOf(id)).toEqual([
      expect.stringContaining("is a bundle, which replaces what is here"),
    ]);
  }
  expect(await server.sql`select * from posts order by service, id`).toEqual(posts);
});
