/** Files in a bucket that hangs, or that answers with bytes which are not the file's. */
import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const GOOD = Buffer.from("the bytes of a stored file ".repeat(20_000));
const HASH = createHash("sha256").update(GOOD).digest("hex");
const PATH = filePath(HASH, ".png");

/** Bytes that the bucket answers with; undefined: nothing at all. */
let stored: Buffer | undefined;
const waiting = new Set<ServerResponse>();
const bucket = createServer((request, response) => {
  if (stored === undefined) {
    waiting.add(response);
    return;
  }
  const [, start = "0", end = String(stored.length - 1)] =
    /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  const part = stored.subarray(Number(start), Number(end) + 1);
  if (request.headers.range !== undefined)
    response.setHeader("content-range", `bytes ${start}-${end}/${stored.length}`);
  response.writeHead(request.headers.range === undefined ? 200 : 206, { "content-length": part.length });
  response.end(request.method === "HEAD" ? undefined : part);
});

let server: TestServer;
let settings: Record<string, string>;
beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  settings = {
    S3_BUCKET: "files",
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  server = await startServer(settings);
  await server.sql`
    insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${HASH}, '.png', 'image/png', ${GOOD.length}, now(), now(), now())`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  for (const response of waiting) response.destroy();
  bucket.closeAllConnections();
  bucket.close();
});

/** Checks that the file is marked as damaged. */
async function isDamaged(): Promise<boolean> {
  return (await server.sql`select from damaged_files`).length > 0;
}

test("right bytes are sent whole", async () => {
  stored = GOOD;
  const response = await server.get(`/data${PATH}`);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(GOOD)).toBe(true);
  expect(await isDamaged()).toBe(false);
});

test.each([
  ["of the same length", Buffer.concat([GOOD.subarray(0, -1), Buffer.from("X")])],
  ["of a small file", Buffer.from("?".repeat(10))],
])("other bytes %s never arrive whole, and the file is marked", async (_, bytes) => {
  await server.sql`delete from damaged_files`;
  stored = bytes;
  const whole = async () => (await server.get(`/data${PATH}`)).arrayBuffer();
  await expect(whole()).rejects.toThrow();
  await expect.poll(isDamaged).toBe(true);
});

test("a file of which nothing is left is a 503, and is marked", async () => {
  await server.sql`delete from damaged_files`;
  stored = Buffer.alloc(0);
  const response = await server.get(`/data${PATH}`);
  expect([response.status, await response.text()]).toEqual([
    503,
    '{"error":"The files are not available right now."}',
  ]);
  await expect.poll(isDamaged).toBe(true);
});

test("a thumbnail of other bytes is a 503, and the file is marked", async () => {
  await server.sql`delete from damaged_files`;
  stored = Buffer.concat([GOOD.subarray(0, -1), Buffer.from("X")]);
  const response = await server.get(`/thumbnail/data${PATH}`);
  expect([response.status, await response.text()]).toEqual([
    503,
    '{"error":"The files are not available right now."}',
  ]);
  await expect.poll(isDamaged).toBe(true);
});

test("a bucket that hangs is a 503 at the deadline, for files and thumbnails", async () => {
  const database = { url: server.config.DATABASE_URL ?? "", sql: server.sql };
  await using hasty = await startServer(settings, { deadline: 500, database });
  stored = undefined;
  for (const path of [`/data${PATH}`, `/thumbnail/data${PATH}`]) {
    const response = await hasty.get(path);
    expect([response.status, await response.text()]).toEqual([
      503,
      '{"error":"The archive took too long to answer."}',
    ]);
  }
});
