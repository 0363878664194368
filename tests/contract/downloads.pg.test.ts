/** Folders of downloads that administrators send: what is received, and which state allows what. */
import { readdir, readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receivedFolder } from "#backend/files/received.ts";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { BEHIND_PROXY, member, refusal, type Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const PATH = "/v1/account/administrator/downloads";
let server: TestServer;
let admin: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  admin = await member(server, "Root", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

const bytes = (text: string) => new TextEncoder().encode(text);
const start = async () => JSON.parse((await admin.post(PATH)).text) as DownloadImport;
const address = (id: string, path: string) => `${PATH}/${id}/files?path=${encodeURIComponent(path)}`;
const put = (id: string, path: string, text: string) => admin.send("PUT", address(id, path), bytes(text));
const files = (id: string) => admin.json(`${PATH}/${id}/files`);
const folderOf = (id: string) => receivedFolder(server.config.ROOST_DATA, id);
const setState = (id: string, state: string) =>
  server.sql`update download_imports set state = ${state}, preview = '{"programs":[],"creators":1,"posts":0,"messages":0,
    "files":0,"bytes":0,"known_posts":0,"unknown_files":0,"unnamed":[]}' where id = ${id}`;

test("files arrive under their paths, whole, with their dates; one sent again is replaced", async () => {
  const { id, state } = await start();
  expect(state).toBe("receiving");
  expect(await files(id)).toEqual([]);
  expect((await put(id, "patreon/貝 [1]/a.png", "first")).status).toBe(200);
  expect((await put(id, "patreon/貝 [1]/a.png", "second")).status).toBe(200);
  await admin.send("PUT", `${address(id, "b.json")}&modified=1700000000500`, bytes("{}"));
  expect(await files(id)).toEqual([
    { path: "b.json", size: 2 },
    { path: "patreon/貝 [1]/a.png", size: 6 },
  ]);
  expect(await readFile(join(folderOf(id), "patreon/貝 [1]/a.png"), "utf8")).toBe("second");
  expect((await stat(join(folderOf(id), "b.json"))).mtimeMs).toBe(1_700_000_000_500);
  expect((await admin.json<DownloadImport[]>(PATH))[0]).toMatchObject({ id, state: "receiving" });
});

test.each(["../out", "a/../../out", "/etc/out", "a//b", "a/./b"])("no file at %j", async (path) => {
  const { id } = await start();
  const { status, text } = await put(id, path, "x");
  expect([status, text]).toEqual([
    400,
    refusal("A path has names joined by slashes, and leads nowhere else."),
  ]);
  expect(await files(id)).toEqual([]);
});

test("a path that a folder or file has already, and a name the disk cannot have, are refused", async () => {
  const { id } = await start();
  await put(id, "a/b", "x");
  for (const path of ["a", "a/b/c"]) {
    const { status, text } = await put(id, path, "y");
    expect([path, status, text]).toEqual([path, 400, refusal("A file and a folder have the same path.")]);
  }
  expect((await put(id, "貝".repeat(200), "y")).status).toBe(400);
  expect(await files(id)).toEqual([{ path: "a/b", size: 1 }]);
  expect(await readdir(join(folderOf(id), "../unfinished"))).toEqual([]);
});

test("of a file that was cut off nothing is left", async () => {
  const { id } = await start();
  const { port } = new URL(server.url);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sending = request({
    port,
    method: "PUT",
    path: `/api${address(id, "cut.bin")}`,
    headers: { cookie, "content-length": 1_000_000, "x-forwarded-for": admin.address },
  });
  sending.on("error", () => {});
  sending.write(Buffer.alloc(400_000));
  const unfinished = join(folderOf(id), "../unfinished");
  await expect.poll(() => readdir(unfinished).catch(() => [])).toHaveLength(1);
  sending.destroy();
  await expect.poll(() => readdir(unfinished)).toEqual([]);
  expect(await files(id)).toEqual([]);
});

test("each state allows what it should", async () => {
  const { id } = await start();
  const post = async (what: string, body?: unknown) => {
    const { status, text } = await admin.post(`${PATH}/${id}/${what}`, body);
    return [status, (JSON.parse(text) as { state?: string; error?: string }).state ?? text];
  };
  const started = [409, refusal("This import has been started already.")];
  const running = [409, refusal("This import is under way.")];
  expect(await post("import")).toEqual(started);
  expect(await post("scan", { zone: "Nowhere/Here" })).toEqual([400, refusal("Unknown time zone.")]);
  const creators = [{ path: "x", service: "patreon", id: "1", name: "Ann" }];
  expect(await post("scan", { zone: "Asia/Tokyo", creators })).toEqual([200, "scanning"]);
  expect(await server.sql`select zone, creators from download_imports where id = ${id}`).toEqual([
    { zone: "Asia/Tokyo", creators },
  ]);
  expect(await post("scan", {})).toEqual(running);
  expect(await post("import")).toEqual(running);
  expect((await put(id, "late", "x")).status).toBe(409);
  await setState(id, "scanned");
  expect(await post("scan", {})).toEqual([200, "scanning"]);
  await setState(id, "scanned");
  expect(await post("import?rating=strict")).toEqual([400, refusal("Invalid rating.")]);
  expect(await post("import?rating=adults")).toEqual([200, "importing"]);
  expect(await post("import")).toEqual(started);
  await setState(id, "failed");
  expect(await post("import")).toEqual([200, "importing"]);
  expect(await server.sql`select rating from download_imports where id = ${id}`).toEqual([{ rating: 2 }]);
  await setState(id, "done");
  expect(await post("scan", {})).toEqual(started);
  expect(await post("import")).toEqual(started);
});

test("records left out come in pages; unsent files stay when the preview is updated", async () => {
  const { id } = await start();
  const skipped = [{ path: "a.png", reason: "could not be read on the device that sent it" }];
  expect((await admin.post(`${PATH}/${id}/scan`, { skipped })).status).toBe(200);
  await setState(id, "scanned");
  expect((await admin.post(`${PATH}/${id}/scan`, { zone: "Asia/Tokyo" })).status).toBe(200);
  expect(await server.sql`select skipped from download_imports where id = ${id}`).toEqual([{ skipped }]);
  await server.sql`
    insert into download_problems (import, n, path, reason)
    select ${id}, n, 'p' || n, 'is empty' from generate_series(1, 60) n`;
  const page = await admin.json<object[]>(`${PATH}/${id}/problems?o=50`);
  expect(page).toHaveLength(10);
  expect(page[0]).toEqual({ path: "p51", reason: "is empty" });
  expect(await admin.json(`${PATH}/${id}/problems`)).toHaveLength(50);
  const wrong = await admin.get(`${PATH}/${id}/problems?o=3`);
  expect([wrong.status, wrong.text]).toEqual([400, refusal("Offset 3 is not a multiple of 50.")]);
  const nul = [{ path: "a\0", reason: "" }];
  expect((await admin.post(`${PATH}/${id}/scan`, { skipped: nul })).status).toBe(400);
  const many = Array.from({ length: 100_001 }, () => ({ path: "", reason: "" }));
  expect((await admin.post(`${PATH}/${id}/scan`, { skipped: many })).status).toBe(400);
});

test("deleted, it is gone with its files", async () => {
  const { id } = await start();
  await put(id, "a", "x");
  expect((await admin.send("DELETE", `${PATH}/${id}`)).status).toBe(200);
  expect(await readdir(folderOf(id)).catch(() => "gone")).toBe("gone");
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/files"],
    ["GET", "/problems"],
    ["PUT", "/files?path=a"],
    ["POST", "/scan"],
    ["POST", "/import"],
    ["DELETE", ""],
  ] as const) {
    const body = path === "/scan" ? {} : method === "PUT" ? bytes("x") : undefined;
    expect([path, (await admin.send(method, `${PATH}/${id}${path}`, body)).status]).toEqual([path, 404]);
  }
});
