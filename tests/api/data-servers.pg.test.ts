import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig, SettingsError } from "#backend/config.ts";
import { serverOf } from "#shared/rules/data-servers.ts";
import { filePath } from "#shared/rules/files.ts";
import { buildCreator, buildPost, fakePath } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const SERVERS = "https://n1.example.org=40,https://n2.example.org";
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ DATA_SERVERS: SERVERS });
  await mkdir(join(server.data, "pwa"));
  await writeFile(
    join(server.data, "pwa", "index.html"),
    '<meta name="data-servers" content="%DATA_SERVERS%">',
  );
});
afterAll(() => server[Symbol.asyncDispose]());

test("each file of a post names the server that its path belongs to", async () => {
  const files = [..."0123456789abcdef"].map((seed) => ({
    name: `${seed}.png`,
    path: fakePath(seed, ".png"),
  }));
  const videos = [{ name: "a.mp4", path: fakePath("a", ".mp4") }];
  await buildCreator(server.sql);
  await buildPost(server.sql, { attachments: [...files, ...videos] });
  const { body } = await server.json("/api/v1/patreon/user/1/post/1");
  const {
    previews,
    attachments,
    videos: played,
  } = body as Record<string, { server: string; path: string }[]>;
  const named = [...(previews ?? []), ...(attachments ?? []), ...(played ?? [])];
  expect(named.length).toBe(18);
  for (const file of named) expect(file.server).toBe(serverOf(server.config.DATA_SERVERS, file.path));
  expect(new Set(named.map((file) => file.server)).size).toBe(2);
});

test("pages may load files from them and list them", async () => {
  const page = await server.get("/posts");
  const policy = page.headers.get("content-security-policy");
  for (const kind of ["img-src", "media-src"])
    expect(policy).toContain(`${kind} 'self' https://n1.example.org https://n2.example.org blob:`);
  expect(policy).toContain("script-src 'self';");
  expect(await page.text()).toBe(
    '<meta name="data-servers" content="https://n1.example.org=40,https://n2.example.org=60">',
  );
});

test("pages of other origins may show our files: this may be one of the servers", async () => {
  const file = createHash("sha256").update("text").digest("hex");
  const place = join(server.data, "source");
  await writeFile(place, "text");
  await server.storage.put(place, { hash: file, ext: ".png", size: 4 });
  const { status, headers } = await server.get(`/data${filePath(file, ".png")}`);
  expect([status, headers.get("cross-origin-resource-policy")]).toEqual([200, "cross-origin"]);
  // They read it as well, in parts: it is saved to a device.
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toBe("content-range");
  const before = await fetch(`${server.url}/data${filePath(file, ".png")}`, { method: "OPTIONS" });
  expect([before.status, before.headers.get("access-control-allow-headers")]).toEqual([204, "range"]);
  expect((await server.get("/posts")).headers.get("content-security-policy")).toContain(
    "connect-src 'self' https://n1.example.org https://n2.example.org;",
  );
});

test("only scripts that run as workers may compile WebAssembly", async () => {
  const policy = async (path: string) => (await server.get(path)).headers.get("content-security-policy");
  expect(await policy("/assets/any.js")).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(await policy("/posts")).not.toContain("wasm");
});

test("an unavailable storage is a 503 for files alone", async () => {
  // Nothing listens at this address.
  await using server = await startServer({
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "b",
    S3_ACCESS_KEY_ID: "k",
    S3_SECRET_ACCESS_KEY: "s",
  });
  for (const path of [`/data${fakePath("a", ".png")}`, `/thumbnail/data${fakePath("a", ".png")}`]) {
    const { status, body } = await server.json(path);
    expect([status, body]).toEqual([503, { error: "The files are not available right now." }]);
  }
  expect((await server.get("/api/v1/creators")).status).toBe(200);
});

test("invalid settings are reported", () => {
  const bad = (env: Record<string, string>) => {
    try {
      readConfig(env);
      return "";
    } catch (error) {
      return error instanceof SettingsError ? error.message : "another error";
    }
  };
  expect(bad({ DATA_SERVERS: "n1.example.org" })).toMatch(/^DATA_SERVERS: expected http/);
  expect(bad({ S3_BUCKET: "b", S3_ENDPOINT: "http://x" })).toBe(
    "S3_ACCESS_KEY_ID: S3_BUCKET needs it\nS3_SECRET_ACCESS_KEY: S3_BUCKET needs it",
  );
  expect(bad({ S3_PREFIX: "no-slash" })).toMatch(/^S3_PREFIX: /);
  expect(bad({ DATA_SERVERS: "", S3_BUCKET: "" })).toBe("");
});
