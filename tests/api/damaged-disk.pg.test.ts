/** Files on the local disk whose bytes are not the file's, or that cannot be read. */
import { createHash } from "node:crypto";
import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let good: Buffer;
let path: string;
/** Path of the file on the disk. */
let local: string;
beforeAll(async () => {
  server = await startServer();
  // Larger than the pieces it is sent in.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 500, height: 400, channels: 3, background: "#000", noise } as const;
  good = await sharp({ create }).png().toBuffer();
  const hash = createHash("sha256").update(good).digest("hex");
  path = filePath(hash, ".png");
  local = server.storage.localPath(path) ?? "";
  await mkdir(dirname(local), { recursive: true });
  await server.sql`
    insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${hash}, '.png', 'image/png', ${good.length}, now(), now(), now())`;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await rm(local, { recursive: true, force: true });
  await server.sql`delete from damaged_files`;
});

const isDamaged = async () => (await server.sql`select from damaged_files`).length > 0;
const whole = async () => {
  const response = await server.get(`/data${path}`);
  return [response.status, Buffer.from(await response.arrayBuffer()).equals(good)];
};
const flipped = () => {
  const bytes = Buffer.from(good);
  bytes[bytes.length - 100]! ^= 1;
  return bytes;
};
const UNAVAILABLE = [503, '{"error":"The files are not available right now."}'];

test.each([
  ["a flipped bit", flipped],
  ["a cut end", () => good.subarray(0, -1)],
  ["most of it cut off", () => good.subarray(0, 10)],
  ["more bytes", () => Buffer.concat([good, Buffer.from("more")])],
])("a file with %s never arrives whole, and is marked", async (_, bytes) => {
  await writeFile(local, bytes());
  await expect(whole()).rejects.toThrow();
  await expect.poll(isDamaged).toBe(true);
});

test("a file of which nothing is left is a 503, and is marked", async () => {
  await writeFile(local, "");
  const response = await server.get(`/data${path}`);
  expect([response.status, await response.text()]).toEqual(UNAVAILABLE);
  await expect.poll(isDamaged).toBe(true);
});

test("a file that was right is checked again once it has changed", async () => {
  await writeFile(local, good);
  expect(await whole()).toEqual([200, true]);
  expect(await whole()).toEqual([200, true]);
  await writeFile(local, flipped());
  await utimes(local, 1, 1);
  await expect(whole()).rejects.toThrow();
  await expect.poll(isDamaged).toBe(true);
  await writeFile(local, good);
  expect(await whole()).toEqual([200, true]);
});

test("a thumbnail of other bytes is a 503, and the file is marked", async () => {
  await writeFile(local, flipped());
  const response = await server.get(`/thumbnail/data${path}`);
  expect([response.status, await response.text()]).toEqual(UNAVAILABLE);
  await expect.poll(isDamaged).toBe(true);
});

test("a folder in its place is a 404, for files and thumbnails", async () => {
  await mkdir(local);
  for (const prefix of ["/data", "/thumbnail/data"])
    expect((await server.get(prefix + path)).status).toBe(404);
});

test("a file that cannot be opened is a 503, for files and thumbnails", async () => {
  await symlink(local, local); // a permission would not stop root
  for (const prefix of ["/data", "/thumbnail/data"]) {
    const response = await server.get(prefix + path);
    expect([response.status, await response.text()]).toEqual(UNAVAILABLE);
  }
});
