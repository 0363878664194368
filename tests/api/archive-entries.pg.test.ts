/** Files inside archive files, behind the API: what is sent, to whom, and how it is cached. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ArchiveEntries } from "#backend/archive-files/entries.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { followTakedowns } from "#backend/takedowns/follow.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { LARGE_ENTRY, LOCKED_ENTRY, UNREADABLE_ENTRY } from "#shared/contracts/files.ts";
import { BAD_IMAGE, filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { addGroup, memberOf } from "#tests/support/groups.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { deadline: 60_000 }); // a busy machine starts processes slowly
});
afterAll(() => server[Symbol.asyncDispose]());

const page = (color: string, width = 60) =>
  sharp({ create: { width, height: 90, channels: 3, background: color } })
    .png()
    .toBuffer();
const text = (name: string) => ({ name, data: Buffer.from(`some text of ${name}`) });
const addressOf = (hash: string, number: number | string, query = "") =>
  `/api/v1/file/${hash}/entry/${number}${query}`;
const ask = (hash: string, number: number | string, headers: Record<string, string> = {}) =>
  server.get(addressOf(hash, number), { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const refused = async (hash: string, number: number, query = "") => {
  const { status, body } = await server.json(addressOf(hash, number, query));
  return [status, (body as { error: string }).error];
};

test("the number of a file is its index in the listing, whatever order a bundle gave that", async () => {
  const hash = await storeFile(server, zip([text("b.txt"), text("twice"), text("a/絵.txt"), text("twice")]));
  const sent = async () => {
    await allNotified(server);
    return await Promise.all([0, 1, 2, 3].map(async (at) => String(await bytesOf(await ask(hash, at)))));
  };
  const own = ["b.txt", "twice", "a/絵.txt", "twice"];
  expect(await sent()).toEqual(own.map((name) => `some text of ${name}`)); // nobody asked for the listing before
  const names = ["a/絵.txt", "b.txt", "of another reading", "twice"];
  await server.sql`update archive_listings set file_list = ${names} where hash = ${hash}`;
  await allNotified(server);
  expect(String(await bytesOf(await ask(hash, 0)))).toBe("some text of a/絵.txt");
  expect(await refused(hash, 2)).toEqual([422, UNREADABLE_ENTRY]);
  expect(await refused(hash, 4)).toEqual([404, "Not Found"]);
  expect((await ask(hash, "-1")).status).toBe(400);
  expect((await ask(hash, "one")).status).toBe(400);
  expect(await refused("0".repeat(64), 0)).toEqual([404, "Not Found"]);
});

test("the type is that of the bytes, and nothing in it can run", async () => {
  const png = await page("#369");
  const kinds: [string, Buffer, string, string][] = [
    ["page.txt", png, "image/png", "inline"],
    ["page.png", Buffer.from("<script>alert(1)</script>"), "text/plain", "attachment"],
    ["index.html", Buffer.from("<!doctype html><script>alert(1)</script>"), "text/plain", "attachment"],
    [
      "a.svg",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
      "text/plain",
      "attachment",
    ],
    ["notes", Buffer.from("表紙", "utf16le"), "application/octet-stream", "attachment"],
    ["notes.txt", Buffer.from("\ufeff表紙", "utf16le"), "text/plain", "attachment"],
    ["a.js", Buffer.from([0, 1, 2, 3]), "application/octet-stream", "attachment"],
    ["a.mp3", Buffer.from("ID3\x04\0\0\0\0\x7f\x7f and a picture", "latin1"), "audio/mpeg", "inline"],
  ];
  const hash = await storeFile(server, zip(kinds.map(([name, data]) => ({ name: `folder/${name}`, data }))));
  for (const [at, [name, data, type, kind]] of kinds.entries()) {
    const response = await ask(hash, at);
    expect([name, response.headers.get("content-type")]).toEqual([name, type]);
    expect(response.headers.get("content-disposition")).toBe(`${kind}; filename="${name}"`);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(await bytesOf(response)).toEqual(data);
  }
});

test("ranges, conditions and HEAD are answered as for any file, and caches ask again after an hour", async () => {
  const hash = await storeFile(server, zip([text("film.bin"), text("other")]));
  const whole = await ask(hash, 0);
  expect(whole.headers.get("cache-control")).toBe("public, max-age=3600");
  const etag = whole.headers.get("etag") ?? "";
  const part = await ask(hash, 0, { range: "bytes=5-8" });
  expect([part.status, String(await bytesOf(part)), part.headers.get("content-range")]).toEqual([
    206,
    "text",
    "bytes 5-8/21",
  ]);
  expect((await ask(hash, 0, { range: "bytes=99-" })).status).toBe(416);
  expect((await ask(hash, 0, { "if-none-match": etag })).status).toBe(304);
  expect((await ask(hash, 1)).headers.get("etag")).not.toBe(etag);
  const head = await server.get(addressOf(hash, 0), { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), (await bytesOf(head)).length]).toEqual([
    200,
    "21",
    0,
  ]);
  const named = await server.get(addressOf(hash, 0, "?f=saved.bin"));
  expect(named.headers.get("content-disposition")).toBe('attachment; filename="saved.bin"');
});

test("an album is unpacked a few images at a time, once, and has thumbnails", async () => {
  const pages = await Promise.all(Array.from({ length: 12 }, (_, at) => page(`rgb(${at * 20},0,0)`, 700)));
  const hash = await storeFile(server, zip(pages.map((data, at) => ({ name: `page ${at}.png`, data }))));
  await server.json(`/api/v1/file/${hash}?with=sizes`);
  const before = server.archiveFiles.readings;
  const [first, ...others] = pages.slice(0, 8).map((_, at) => at);
  expect(await bytesOf(await ask(hash, first!))).toEqual(pages[first!]);
  for (const at of others) expect(await bytesOf(await ask(hash, at))).toEqual(pages[at]);
  expect(server.archiveFiles.readings - before).toBe(1);
  const all = await Promise.all(
    pages.flatMap((_, at) => ["?w=360", ""].map((query) => server.get(addressOf(hash, at, query)))),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(server.archiveFiles.readings - before).toBeLessThanOrEqual(4);
  const small = await server.get(addressOf(hash, 3, "?w=360"), { headers: { accept: "image/avif" } });
  expect(small.headers.get("content-type")).toBe("image/avif");
  expect(small.headers.get("vary")).toContain("accept");
  const webp = await sharp(await bytesOf(await server.get(addressOf(hash, 3, "?w=360")))).metadata();
  expect([webp.format, webp.width]).toEqual(["webp", 360]);
  expect((await server.get(addressOf(hash, 3, "?w=361"))).status).toBe(400);
});

test("a file that is no image has no thumbnail, and a broken page does not take the next one with it", async () => {
  const png = await page("#936");
  const bytes = zip([
    { name: "1.png", data: png },
    text("2.png"),
    { name: "3.png", data: await page("#639") },
  ]);
  const hash = await storeFile(server, bytes);
  await server.json(`/api/v1/file/${hash}?with=sizes`);
  expect(await refused(hash, 1, "?w=180")).toEqual([422, BAD_IMAGE]);
  expect(await refused(hash, 1, "?w=180")).toEqual([422, BAD_IMAGE]);
  bytes.writeUInt8(0, bytes.indexOf("some text of 2.png"));
  const damaged = await storeFile(server, bytes);
  await server.json(`/api/v1/file/${damaged}?with=sizes`);
  expect(await bytesOf(await ask(damaged, 0))).toEqual(png);
  expect(await refused(damaged, 1)).toEqual([422, UNREADABLE_ENTRY]);
  expect((await ask(damaged, 2)).status).toBe(200);
});

test("a locked file is readable as soon as somebody finds the password", async () => {
  const hash = await storeFile(server, zip([text("secret.txt")], "right"));
  expect(await refused(hash, 0)).toEqual([422, LOCKED_ENTRY]);
  await server.json(`/api/v1/file/${hash}`, { method: "PATCH", body: JSON.stringify(["right"]) });
  expect(String(await bytesOf(await ask(hash, 0)))).toBe("some text of secret.txt");
});

test("each part of an archive gives all files, while every part is there", async () => {
  const whole = zip([text("page 0.bin"), text("page 1.bin")]);
  const pieces = [whole.subarray(0, 90), whole.subarray(90)];
  const hashes = await Promise.all(pieces.map((piece) => storeFile(server, piece)));
  const attachments = hashes.map((hash, at) => ({ name: `a.zip.00${at + 1}`, path: filePath(hash, ".bin") }));
  await buildCreator(server.sql, { id: "parts" });
  await buildPost(server.sql, { id: "parts", user: "parts", attachments });
  for (const hash of hashes)
    expect(String(await bytesOf(await ask(hash, 1)))).toBe("some text of page 1.bin");
  await server.sql`update posts set attachments = ${server.sql.json(attachments.slice(0, 1))} where id = 'parts'`;
  await allNotified(server);
  expect(await refused(hashes[0]!, 1)).toEqual([422, UNREADABLE_ENTRY]);
});

test("a file that is no archive has no files inside", async () => {
  expect(await refused(await storeFile(server, Buffer.from("only words")), 0)).toEqual([404, "Not Found"]);
});

test("a takedown hides the files inside at once, and their copies on disk go with the archive file", async () => {
  const hash = await storeFile(server, zip([text("gone.txt"), text("never asked for")]));
  await buildCreator(server.sql, { id: "t" });
  await buildPost(server.sql, {
    id: "t",
    user: "t",
    attachments: [{ name: "a.zip", path: filePath(hash, ".bin") }],
  });
  await ask(hash, 0);
  const cached = join(server.data, "cache", "archive-entries", hash.slice(0, 2), hash.slice(2, 4), hash);
  expect(await readdir(cached)).toHaveLength(1);
  await takeDown(server.sql, { service: "patreon", user: "t", post: "t" });
  await allNotified(server);
  expect((await ask(hash, 0)).status).toBe(404);
  const copies = [server.pictures, server.archiveEntries];
  const stop = followTakedowns(server.sql, server.storage, copies, pino({ level: "silent" }));
  await expect.poll(() => readdir(cached).catch(() => "gone")).toBe("gone");
  stop();
});

test("the cache deletes what was not used for longest", async () => {
  const { archiveFiles, pictures } = server;
  const data = join(server.data, "small");
  const entries = new ArchiveEntries({ archiveFiles, pictures, data, maxCacheBytes: 3_000 });
  const files = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.bin`, data: Buffer.alloc(1_000, at) }));
  const bytes = zip(files);
  const hash = await storeFile(server, bytes);
  const source = {
    kind: "bytes",
    files: [{ hash, ext: ".bin", size: bytes.length, name: "" }],
    main: 0,
  } as const;
  const archive = { hash, source, password: undefined };
  for (const { name } of files) await entries.locate(archive, [{ name, nth: 0, bytes: null }]);
  const all = async () =>
    (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  await expect.poll(async () => (await all()).length).toBeLessThanOrEqual(3);
  const last = await entries.locate(archive, [{ name: "5.bin", nth: 0, bytes: null }]);
  expect((await all()).map(({ parentPath, name }) => join(parentPath, name))).toContain(last);
});

test("a bomb is refused with a clear message, again without reading it", async () => {
  const database = { url: server.config.DATABASE_URL ?? "", sql: server.sql };
  const unpackLimits = { fileBytes: 1_000 };
  await using limited = await startServer({ ROOST_DATA: server.data }, { database, unpackLimits });
  const hash = await storeFile(
    server,
    zip([{ name: "large.png", data: Buffer.alloc(50_000) }, text("small")]),
  );
  for (let asked = 0; asked < 2; asked += 1)
    expect(await limited.json(addressOf(hash, 0))).toEqual({ status: 422, body: { error: LARGE_ENTRY } });
  expect(limited.archiveFiles.readings).toBe(2); // one of them for the listing
  expect((await limited.get(addressOf(hash, 1))).status).toBe(200);
});

test("requests beyond the queue get 503", async () => {
  const hash = await storeFile(server, zip(Array.from({ length: 60 }, (_, at) => text(`${at}.txt`))));
  await server.json(`/api/v1/file/${hash}`);
  const all = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const response = await ask(hash, at);
      await response.arrayBuffer();
      return [response.status, response.headers.get("retry-after")].join();
    }),
  );
  expect(new Set(all)).toEqual(new Set(["200,", "503,2"]));
});

describe("in an archive for members", () => {
  let members: TestServer;
  let hash: string;
  beforeAll(async () => {
    members = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
    hash = await storeFile(members, zip([text("page.txt")]));
    await buildCreator(members.sql, { id: "m" });
    await buildPost(members.sql, {
      id: "m",
      user: "m",
      attachments: [{ name: "a.zip", path: filePath(hash, ".bin") }],
    });
  });
  afterAll(() => members[Symbol.asyncDispose]());
  const statusFor = async (visitor: Visitor, address = addressOf(hash, 0)) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await members.get(address, { headers: { cookie } });
    await response.arrayBuffer();
    return response;
  };

  test("members see it, uncached; strangers, and groups that do not see the creator, do not", async () => {
    const one = await member(members, "one");
    const response = await statusFor(one);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await statusFor(new Visitor(members))).status).toBe(401);
    const group = await addGroup(members, "few");
    await members.sql`insert into group_exclusions values (${group}, 'patreon', 'm')`;
    expect((await statusFor(await memberOf(members, group, "limited"))).status).toBe(404);
  });

  test("guests see it if their link shows the archive file, and nothing of another", async () => {
    const owner = await member(members, "owner");
    const other = await storeFile(members, zip([text("other.txt")]));
    const expires_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const link = { service: "patreon", user: "m", post: "m", expires_at };
    const { token } = JSON.parse((await owner.post("/v1/account/guest_links", link)).text) as {
      token: string;
    };
    const guest = new Visitor(members);
    await guest.post("/v1/guest/open", { token });
    expect((await statusFor(guest)).status).toBe(200);
    expect((await statusFor(guest, addressOf(hash.toUpperCase(), 0))).status).toBe(200);
    expect((await statusFor(guest, addressOf(other, 0))).status).toBe(401);
    expect((await statusFor(guest, `/api/v1/file/${hash}`)).status).toBe(401);
  });
});
