import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { rawRequest } from "#tests/support/raw-http.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const PAGE = "<!doctype html><title>%SITE_NAME%</title>";

beforeAll(async () => {
  server = await startServer({
    SITE_NAME: 'A "B" & <C>',
    CONTACT: "desk@example.org",
    COMMUNITY_LINKS: 'A "forum"=https://forum.example.org',
  });
  const pwa = join(server.data, "pwa");
  await mkdir(join(pwa, "assets"), { recursive: true });
  await writeFile(join(pwa, "index.html"), PAGE);
  await writeFile(join(pwa, "sw.js"), 'self.x = "page %SETTINGS%";');
  await writeFile(join(pwa, "manifest.webmanifest"), '{"name":"%SITE_NAME%"}');
  await writeFile(join(pwa, "assets", "app-1a2b.js"), "export {};".padEnd(5_000, "/"));
  await writeFile(join(pwa, ".secret"), "canary");
  const { sql } = server;
  for (const id of ["1", "john.doe", "gone"]) await buildCreator(sql, { id });
  await buildCreator(sql, { service: "fanbox", id: "j.d" });
  await buildPost(sql, { service: "fanbox", user: "j.d", id: "1.2" });
  await sql`update creators set hidden = true where id = 'gone'`;
  await sql`insert into takedowns (service, "user", held, kind) values ('patreon', 'gone', true, 'takedown')`;
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  "/",
  "/artists",
  "/patreon/user/1",
  "/patreon/user/john.doe",
  "/fanbox/user/j.d/post/1.2",
  "/share/v1.2",
  "/posts?q=x.y",
  "/index.html",
])("%s is the app's page, revalidated each time", async (path) => {
  const response = await server.get(path, { headers: { accept: "text/html" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(await response.text()).toBe("<!doctype html><title>A &#34;B&#34; &#38; &#60;C&#62;</title>");
});

test.each([
  ["/patreon/user/nobody", 404],
  ["/nosuch/user/1", 404],
  ["/discord/server/nobody", 404],
  ["/fanbox/user/j.d/post/9", 404],
  ["/patreon/user/gone", 451],
  ["/patreon/user/gone/post/1", 451],
])("the page of %s, which is not there, is sent with a %i", async (path, status) => {
  const response = await server.get(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    status,
    "text/html; charset=utf-8",
  ]);
  expect(await response.text()).toContain("<title>");
});

test.each([
  ["/artists/", "/artists"],
  ["/patreon/user/1/?o=50", "/patreon/user/1?o=50"],
  ["//evil.example/", "/"],
])("%s leads to %s", async (path, to) => {
  const answer = await rawRequest(server.port, path);
  expect(answer).toMatch(/^HTTP\/1\.1 308 /);
  expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe(to);
});

test("the operator's words reach the page, and other words are another version of it for the worker", async () => {
  await writeFile(join(server.data, "pwa", "words.html"), '<meta content="%SITE%">');
  const content = (await (await server.get("/words.html")).text()).replace(/^<meta content="|">$/g, "");
  const text = content.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  expect(content).not.toMatch(/["<>]/);
  expect(JSON.parse(text)).toEqual({
    access: "open",
    contact: "mailto:desk@example.org",
    community: [{ title: 'A "forum"', href: "https://forum.example.org" }],
    ads: [],
    hidden: [],
    login: { password: true, providers: [] },
  });
  expect(await (await server.get("/sw.js")).text()).toMatch(/^self\.x = "page [\w-]{22}";$/);
});

test("hashed files are immutable, others are revalidated", async () => {
  const asset = await server.get("/assets/app-1a2b.js");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect((await server.get("/sw.js")).headers.get("cache-control")).toBe("no-cache");
  expect(await (await server.get("/manifest.webmanifest")).json()).toEqual({ name: 'A "B" & <C>' });
});

test.each([
  "/assets/gone-9z.js",
  "/assets/",
  "/favicon.ico",
  "/robots.txt",
  "/.secret",
  "/.env",
  "/inline/a/b.jpg",
  "/attachments/1/2.zip",
  "/files/x.png",
  "/aa/bb/short.jpg",
  "/patreon/x.rar",
])("%s is a real 404, never the page", async (path) => {
  const response = await server.get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('{"error":"Not Found"}');
});

test("the worker's script may be fetched as a worker, and an unchanged page is a 304", async () => {
  expect((await server.get("/sw.js", { headers: { "service-worker": "script" } })).status).toBe(200);
  const etag = (await server.get("/artists")).headers.get("etag");
  expect(await rawRequest(server.port, "/artists", `If-None-Match: ${etag}\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
});

test("a rebuilt page is served at once", async () => {
  await writeFile(join(server.data, "pwa", "index.html"), `${PAGE}<p>2`);
  expect(await (await server.get("/")).text()).toContain("<p>2");
  await writeFile(join(server.data, "pwa", "index.html"), PAGE);
});

test("only reading is allowed", async () => {
  expect((await server.get("/sw.js", { method: "POST" })).status).toBe(405);
  expect((await server.get("/artists", { method: "DELETE" })).status).toBe(404);
});
