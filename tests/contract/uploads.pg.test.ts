/** Uploads: who may send what, how it is received, checked, decided on and published. */
import { appendFile, readFile, rm, symlink, truncate, utimes } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepUploads } from "#backend/downloads/uploads.ts";
import { stagedPlace } from "#backend/files/staged.ts";
import type { SharePage } from "#shared/entities/share.ts";
import type { Upload, WaitingUpload } from "#shared/entities/upload.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startS3 } from "#tests/support/s3.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import {
  create,
  offsetOf,
  patch,
  pngOf,
  runUploads,
  sha256,
  UPLOADS,
  upload,
  uploadBy,
} from "#tests/support/uploads.ts";

const TASKS = "/v1/account/moderator/tasks/uploads";
let server: TestServer;
let ann: Visitor & { id: number };
let bob: Visitor & { id: number };
let mod: Visitor & { id: number };

beforeAll(async () => {
  server = await startServer({
    ...BEHIND_PROXY,
    UPLOAD_MAX: "40M",
    UPLOAD_QUOTA: "300M",
    UPLOADS_AT_ONCE: "8",
  });
  await buildCreator(server.sql);
  await buildCreator(server.sql, { id: "gone", hidden: true });
  [ann, bob, mod] = [
    await member(server, "ann"),
    await member(server, "bob"),
    await member(server, "mod", "moderator"),
  ];
});
afterAll(() => server[Symbol.asyncDispose]());

const waiting = () => mod.json<WaitingUpload[]>(TASKS);
const decide = (by: Visitor, id: string, what: "approve" | "refuse", body: object = { version: 1 }) =>
  by.post(`/v1/account/moderator/uploads/${id}/${what}`, body);
const share = (id: string) => new Visitor(server).json<SharePage>(`/v1/share/${id}`);
const stateOf = async (by: Visitor, id: string) => (await uploadBy(by, id)).state;

test("a file is received in pieces, waits for a moderator, and is published with its own bytes", async () => {
  const bytes = pngOf(3_000_000);
  const made = await create(ann, bytes.length, {
    ...{ filename: "folder/絵 1.png", title: "Sketches", sha256: sha256(bytes) },
  });
  expect([made.status, made.headers.get("location")]).toEqual([201, `/api${UPLOADS}/${made.id}`]);
  expect(await offsetOf(ann, made.id)).toBe(0);
  const first = await patch(ann, made.id, bytes.subarray(0, 1_000_000), 0);
  expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "1000000"]);
  expect(await uploadBy(ann, made.id)).toMatchObject({
    received: 1_000_000,
    state: "receiving",
    name: "絵 1.png",
  });
  expect((await patch(ann, made.id, bytes.subarray(1_000_000), 1_000_000)).status).toBe(204);
  expect(await stateOf(ann, made.id)).toBe("received");
  await runUploads(server);
  const [one] = await waiting();
  expect(one).toMatchObject({
    ...{ id: made.id, title: "Sketches", name: "絵 1.png", mime: "image/png", scan: "not_scanned" },
    ...{ hash: sha256(bytes), by: "ann", version: 1, creator: "Ann" },
  });
  expect(await mod.json("/v1/account/moderator/tasks")).toMatchObject({ uploads: 1 });
  const seen = await mod.get(`/v1/account/moderator/uploads/${made.id}/file`);
  expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
  const { share: id } = await uploadBy(ann, made.id);
  expect((await new Visitor(server).get(`/v1/share/${id}`)).status).toBe(404);
  expect((await decide(mod, made.id, "approve")).text).toBe("true");
  await runUploads(server);
  expect(await stateOf(ann, made.id)).toBe("published");
  const { name, share_files } = await share(id);
  expect([name, share_files[0]]).toMatchObject([
    "Sketches",
    { filename: "絵 1.png", hash: sha256(bytes), ext: ".png" },
  ]);
  const sent = await server.get(`/data/${new URL(share_files[0]?.upload_url ?? "").pathname.slice(6)}`);
  expect(sha256(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256(bytes));
  await expect(readFile(stagedPlace(server.data, made.id))).rejects.toThrow("ENOENT");
  const [row] = await server.sql`select type, extra_info from notifications where account = ${ann.id}`;
  expect(row).toEqual({ type: 8, extra_info: { name: "絵 1.png" } });
});

describe("who may", () => {
  let id: string;
  beforeAll(async () => {
    id = await upload(ann, pngOf(1_000, "w"), { filename: "who.png" });
    await runUploads(server);
  });

  test("nobody sends without an account, unless the operator says so", async () => {
    const nobody = new Visitor(server);
    const { status, text } = await create(nobody, 10);
    expect([status, text]).toEqual([401, refusal("Log in to upload files.")]);
    await using open = await startServer({ ...BEHIND_PROXY, UPLOADS_ANONYMOUS: "1" });
    await buildCreator(open.sql);
    const visitor = new Visitor(open);
    const own = await upload(visitor, pngOf(100));
    expect((await uploadBy(visitor, own)).state).toBe("received");
    // With a secret id, whose address may change on the way.
    expect((await new Visitor(open).send("DELETE", `${UPLOADS}/${own}`)).status).toBe(204);
  });

  test("where uploads are off nothing is taken", async () => {
    await using off = await startServer({ ...BEHIND_PROXY, UPLOADS: "off" });
    const { status, text } = await create(await member(off, "ann"), 10);
    expect([status, text]).toEqual([403, refusal("This archive takes no uploads.")]);
    expect(await new Visitor(off).json(UPLOADS)).toMatchObject({ mode: "off" });
  });

  test("sees, changes and deletes an upload: its sender alone", async () => {
    for (const other of [bob, mod, new Visitor(server)]) {
      expect((await other.get(`${UPLOADS}/${id}`)).status).toBe(404);
      expect((await other.send("DELETE", `${UPLOADS}/${id}`)).status).toBe(404);
    }
    for (const other of [bob, mod]) {
      expect(await offsetOf(other, id)).toBe("status 404");
      expect((await patch(other, id, pngOf(1), 0)).status).toBe(404);
      expect((await other.json<Upload[]>("/v1/account/posts/upload")).map((one) => one.id)).not.toContain(id);
    }
    expect(await offsetOf(new Visitor(server), id)).toBe("status 401");
    expect((await ann.json<Upload[]>("/v1/account/posts/upload")).map((one) => one.id)).toContain(id);
  });

  test("looks at a waiting file and decides: moderators alone", async () => {
    for (const other of [ann, bob])
      for (const answer of [
        await other.get(TASKS),
        await other.get(`/v1/account/moderator/uploads/${id}/file`),
        await other.get(`/v1/account/moderator/uploads/${id}/preview`),
        await decide(other, id, "approve"),
        await decide(other, id, "refuse", { version: 1, reason: "No" }),
      ])
        expect([answer.status, answer.text]).toEqual([404, refusal("Insufficient privileges")]);
    expect(await stateOf(ann, id)).toBe("waiting");
  });
});

describe("decisions", () => {
  test("of two moderators at once one decides; the other is told", async () => {
    const id = await upload(ann, pngOf(500, "t"));
    await runUploads(server);
    const other = await member(server, "mod2", "moderator");
    const answers = await Promise.all([
      decide(mod, id, "approve"),
      decide(other, id, "refuse", { version: 1, reason: "Blurred" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      refusal("Another moderator has already decided about this file."),
    );
    expect((await server.sql`select from audit_log where subject = ${`upload ${id}`}`).count).toBe(1);
  });

  test("a decision on another version than is there does nothing", async () => {
    const id = await upload(ann, pngOf(500, "v"));
    await runUploads(server);
    expect((await decide(mod, id, "approve", { version: 2 })).status).toBe(409);
    expect(await stateOf(ann, id)).toBe("waiting");
    expect((await decide(mod, "0".repeat(22), "approve")).status).toBe(404);
    expect((await decide(mod, id, "refuse")).text).toBe(refusal("A reason is required."));
  });

  test("a refused file is deleted, and its sender is told why", async () => {
    const id = await upload(bob, pngOf(500, "r"), { filename: "r.png" });
    await runUploads(server);
    expect((await decide(mod, id, "refuse", { version: 1, reason: " Not by this creator. " })).status).toBe(
      200,
    );
    expect(await uploadBy(bob, id)).toMatchObject({ state: "refused", reason: "Not by this creator." });
    await expect(readFile(stagedPlace(server.data, id))).rejects.toThrow("ENOENT");
    const [row] = await server.sql`select type, extra_info from notifications where account = ${bob.id}`;
    expect(row).toEqual({ type: 9, extra_info: { name: "r.png", reason: "Not by this creator." } });
    const [entry] =
      await server.sql`select actor, kind, reason from audit_log where subject = ${`upload ${id}`}`;
    expect(entry).toEqual({ actor: mod.id, kind: "upload_refused", reason: "Not by this creator." });
  });

  test("a file that waits can be withdrawn, one that is published cannot", async () => {
    const id = await upload(ann, pngOf(500, "d"));
    await runUploads(server);
    expect((await ann.send("DELETE", `${UPLOADS}/${id}`)).status).toBe(204);
    await expect(readFile(stagedPlace(server.data, id))).rejects.toThrow("ENOENT");
    const other = await upload(ann, pngOf(500, "e"));
    await runUploads(server, { UPLOADS: "open" });
    const { status, text } = await ann.send("DELETE", `${UPLOADS}/${other}`);
    expect([status, text]).toEqual([409, refusal("This file is published already.")]);
  });
});

describe("space", () => {
  const asked = async (size: number, metadata = {}) => {
    const { status, text } = await create(ann, size, metadata);
    return [status, text];
  };

  test("is refused before a byte is sent: over the size, the quota, and what the disk has", async () => {
    expect(await asked(41 * 1024 ** 2)).toEqual([
      413,
      refusal("The file is larger than this archive takes."),
    ]);
    await using small = await startServer({ ...BEHIND_PROXY, UPLOAD_MAX: "900T", UPLOAD_QUOTA: "999T" });
    await buildCreator(small.sql);
    const cat = await member(small, "cat");
    const huge = await create(cat, 900 * 1024 ** 4);
    expect([huge.status, huge.text]).toEqual([
      507,
      refusal("The archive has no space for this file right now."),
    ]);
    await using tight = await startServer({ ...BEHIND_PROXY, UPLOAD_QUOTA: "1M" });
    await buildCreator(tight.sql);
    const [dan, eve] = [await member(tight, "dan"), await member(tight, "eve")];
    const both = await Promise.all([create(dan, 600_000), create(dan, 600_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 413]);
    expect((await create(eve, 600_000)).status).toBe(201);
  });

  test.each([
    ["of nothing", 0, {}, 400, "An empty file cannot be uploaded."],
    ["without a name", 5, { filename: "" }, 400, "Expected a filename of at most 255 characters."],
    ["for nobody", 5, { user: "nobody" }, 404, "Creator not found."],
    ["for a hidden creator", 5, { user: "gone" }, 404, "Creator not found."],
    ["with a checksum that is none", 5, { sha256: "x" }, 400, "Expected sha256 to be 64 hexadecimal digits."],
  ])("an upload %s is refused", async (_, size, metadata, status, message) => {
    expect(await asked(size, metadata)).toEqual([status, refusal(message)]);
  });

  test("a disk that is full meanwhile is a 507; what was acknowledged stays, and it goes on afterwards", async () => {
    const bytes = pngOf(200_000, "f");
    const { id } = await create(ann, bytes.length);
    await patch(ann, id, bytes.subarray(0, 50_000), 0);
    const place = stagedPlace(server.data, id);
    const received = await readFile(place);
    await rm(place);
    await symlink("/dev/full", place);
    await server.sql`update uploads set received = 0 where id = ${id}`; // a device has no size
    const { status, text } = await patch(ann, id, bytes, 0);
    expect([status, text]).toEqual([507, refusal("The archive has no space for this file right now.")]);
    expect(await offsetOf(ann, id)).toBe(0);
    await rm(place);
    await appendFile(place, received);
    await server.sql`update uploads set received = 50000 where id = ${id}`;
    expect((await patch(ann, id, bytes.subarray(50_000), 50_000)).status).toBe(204);
    await runUploads(server);
    expect((await waiting()).find((one) => one.id === id)?.hash).toBe(sha256(bytes));
  });
});

describe("checks", () => {
  const checked = async (bytes: Uint8Array, metadata: Record<string, string> = {}, settings = {}) => {
    const id = await upload(ann, bytes, metadata);
    await runUploads(server, settings);
    const { state, reason, mime: kind } = await uploadBy(ann, id);
    return { id, state, reason, kind };
  };

  test.each([
    ["HTML", "<!doctype html><script>alert(1)</script>", "application/octet-stream"],
    [
      "SVG",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      "application/xml",
    ],
    ["a program", "MZ\u0090\u0000program", "application/x-msdownload"],
  ])("%s under the name of a picture is told by its content", async (_, text, mime) => {
    const { state, reason, kind, id } = await checked(Buffer.from(text, "latin1"), {
      filename: "a.png",
      filetype: "image/png",
    });
    expect([state, reason, kind]).toEqual(["failed", "This kind of file is not taken.", mime]);
    await expect(readFile(stagedPlace(server.data, id))).rejects.toThrow("ENOENT");
  });

  test("a moderator sees a small copy of a picture, and none of what only claims to be one", async () => {
    const side = { width: 2_400, height: 1_200 };
    const picture = sharp({ create: { ...side, channels: 3, background: "#a40" } }).withExif({
      IFD0: { Artist: "Somebody" },
    });
    const { id } = await checked(await picture.jpeg().toBuffer(), { filename: "a.jpg" });
    const cookie = [...mod.cookies].map((pair) => pair.join("=")).join("; ");
    const address = `/api/v1/account/moderator/uploads/${id}/preview`;
    const seen = await server.get(address, { headers: { cookie } });
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const small = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
    expect([small.format, small.width, small.height, small.exif]).toEqual(["webp", 800, 400, undefined]);
    const { id: broken } = await checked(pngOf(300, "w"), { filename: "b.png" });
    const refused = await mod.get(`/v1/account/moderator/uploads/${broken}/preview`);
    expect([refused.status, refused.text]).toEqual([422, refusal("That image cannot be read.")]);
    await decide(mod, id, "refuse", { version: 1, reason: "No" });
    expect((await mod.get(`/v1/account/moderator/uploads/${id}/preview`)).status).toBe(404);
  });

  test("a picture under the name of a page is stored as the picture it is", async () => {
    const { id } = await checked(pngOf(700, "h"), { filename: "page.html" });
    const seen = await mod.get(`/v1/account/moderator/uploads/${id}/file`);
    expect(seen.headers.get("content-type")).toBe("image/png");
    expect(seen.headers.get("x-content-type-options")).toBe("nosniff");
    await decide(mod, id, "approve");
    await runUploads(server);
    expect((await share((await uploadBy(ann, id)).share)).share_files).toMatchObject([
      { ext: ".png", filename: "page.html" },
    ]);
  });

  test("a polyglot and a picture that claims 65,535 pixels a side wait as what they are, undecoded", async () => {
    const polyglot = Buffer.concat([pngOf(300, "p"), Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]);
    const wide = pngOf(300, "x");
    wide.writeUInt32BE(65_535, 16);
    wide.writeUInt32BE(65_535, 20);
    for (const bytes of [polyglot, wide]) expect((await checked(bytes)).state).toBe("waiting");
  });

  test("bytes that are not those of the checksum fail", async () => {
    const { state, reason } = await checked(pngOf(600, "1"), { sha256: sha256(pngOf(600, "2")) });
    expect([state, reason]).toEqual([
      "failed",
      "The file has changed on its way or on the device. Send it again.",
    ]);
  });

  test("a file that was taken down does not come back", async () => {
    const bytes = pngOf(900, "3");
    await server.sql`
      with taken as (insert into takedowns (service, "user", file) values ('', '', ${sha256(bytes)}) returning seq)
      insert into removed_files (hash, path, takedown) select ${sha256(bytes)}, '', seq from taken`;
    expect(await checked(bytes)).toMatchObject({ state: "failed", reason: "This file was taken down." });
  });

  test("a staged file that is lost fails for good, before the check and before it is published", async () => {
    const before = await upload(ann, pngOf(800, "4"));
    await rm(stagedPlace(server.data, before));
    await runUploads(server);
    const after = await upload(ann, pngOf(800, "5"));
    await runUploads(server);
    await decide(mod, after, "approve");
    await rm(stagedPlace(server.data, after));
    await runUploads(server);
    for (const id of [before, after])
      expect(await uploadBy(ann, id)).toMatchObject({
        ...{ state: "failed", reason: "The archive has lost this file. Send it again." },
      });
  });

  test("bytes that change after the check are not published", async () => {
    const id = await upload(ann, pngOf(800, "6"));
    await runUploads(server);
    await truncate(stagedPlace(server.data, id), 10);
    await appendFile(stagedPlace(server.data, id), Buffer.alloc(790, "other"));
    await decide(mod, id, "approve");
    await runUploads(server);
    expect(await stateOf(ann, id)).toBe("failed");
  });

  test("open archives publish at once; files of one batch are one share", async () => {
    const ids: string[] = [];
    for (const seed of ["7", "8"])
      ids.push(await upload(ann, pngOf(800, seed), { filename: `${seed}.png`, title: "Two", batch: "b1" }));
    const bobs = await upload(bob, pngOf(800, "9"), { batch: "b1" });
    await runUploads(server, { UPLOADS: "open" });
    const { share: id } = await uploadBy(ann, ids[0] ?? "");
    expect((await share(id)).share_files.map(({ filename }) => filename)).toEqual(["7.png", "8.png"]);
    expect((await uploadBy(bob, bobs)).share).not.toBe(id);
  });
});

test("files are published into a bucket too", async () => {
  await using s3 = await startS3();
  await using far = await startServer({ ...BEHIND_PROXY, ...s3.settings, UPLOADS: "open" });
  await buildCreator(far.sql);
  const fay = await member(far, "fay");
  const bytes = pngOf(100_000, "far");
  const id = await upload(fay, bytes);
  await runUploads(far);
  const { state, share: published } = await uploadBy(fay, id);
  expect(state).toBe("published");
  const { share_files } = await fay.json<SharePage>(`/v1/share/${published}`);
  const sent = await fetch(share_files[0]?.upload_url ?? "");
  expect(sha256(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256(bytes));
});

describe("what the archive has", () => {
  const known = async (hash: string) => {
    const { text } = await new Visitor(server).post("/v2/search_hash", {
      type: "hashes",
      data: { hashes: [hash] },
    });
    return (JSON.parse(text) as { data: unknown[] }).data.length;
  };

  test("is said of published files only, and a hash without its bytes attaches nothing", async () => {
    const bytes = pngOf(1_200, "k");
    const hash = sha256(bytes);
    const id = await upload(ann, bytes);
    await runUploads(server);
    expect(await known(hash)).toBe(0);
    await decide(mod, id, "approve");
    await runUploads(server);
    expect(await known(hash)).toBe(1);
    const bare = await create(bob, bytes.length, { sha256: hash });
    expect(await offsetOf(bob, bare.id)).toBe(0);
    await runUploads(server);
    expect(await stateOf(bob, bare.id)).toBe("receiving");
    expect((await server.sql`select from share_files where hash = ${hash}`).count).toBe(1);
  });
});

describe("the protocol", () => {
  test("a GET has no bytes, no answer is for other origins, and there are no other methods", async () => {
    const id = await upload(ann, pngOf(400, "g"));
    const { headers, text } = await ann.get(`${UPLOADS}/${id}`);
    expect([headers.get("content-type"), (JSON.parse(text) as Upload).id]).toEqual([
      "application/json; charset=utf-8",
      id,
    ]);
    const made = await create(ann, 5);
    expect([...made.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    for (const method of ["OPTIONS", "PUT"])
      expect((await server.get(`/api${UPLOADS}/${id}`, { method })).status).toBe(405);
  });

  test("a page of another site sends nothing", async () => {
    const { status } = await ann.send("POST", UPLOADS, undefined, { "sec-fetch-site": "cross-site" });
    expect(status).toBe(403);
  });

  test("bytes at another offset are refused, and a request without the protocol is", async () => {
    const { id } = await create(ann, 100);
    const late = await patch(ann, id, pngOf(50), 10);
    expect([late.status, late.text]).toEqual([409, refusal("Upload-Offset conflict")]);
    expect((await ann.send("HEAD", `${UPLOADS}/${id}`)).status).toBe(412);
    expect((await patch(ann, id, pngOf(101), 0)).status).toBe(413);
    expect(await offsetOf(ann, id)).toBe(0);
  });

  test("after a session has ended the upload goes on with the next login", async () => {
    const bytes = pngOf(4_000, "s");
    const { id } = await create(bob, bytes.length);
    await patch(bob, id, bytes.subarray(0, 3_000), 0);
    await bob.logOut();
    expect(await offsetOf(bob, id)).toBe("status 401");
    await bob.logIn("bob", "correct horse");
    expect(await offsetOf(bob, id)).toBe(3_000);
    expect((await patch(bob, id, bytes.subarray(3_000), 3_000)).status).toBe(204);
    expect(await stateOf(bob, id)).toBe("received");
  });

  test("a lost last answer: the upload is whole, its verdict comes from its state", async () => {
    const bytes = pngOf(500, "l");
    const { id } = await create(ann, bytes.length);
    await patch(ann, id, bytes, 0);
    expect(await offsetOf(ann, id)).toBe(bytes.length);
    expect((await patch(ann, id, bytes, 0)).status).toBe(409);
    await runUploads(server);
    await runUploads(server);
    expect(await stateOf(ann, id)).toBe("waiting");
  });
});

describe("upkeep", () => {
  const sweep = () =>
    sweepUploads({
      ...{ sql: server.sql, storage: server.storage, settings: server.config },
      ...{ log: undefined as never, signal: new AbortController().signal },
    });
  const age = async (id: string, days: number) => {
    await server.sql`update uploads set changed_at = now() - ${days} * interval '1 day' where id = ${id}`;
    const then = new Date(Date.now() - days * 86_400_000);
    await utimes(stagedPlace(server.data, id), then, then);
  };

  test("unfinished uploads end after a week; finished ones that wait stay, however old", async () => {
    const whole = await upload(ann, pngOf(500, "y"));
    const { id: part } = await create(ann, 500);
    await patch(ann, part, pngOf(10), 0);
    await runUploads(server);
    for (const id of [whole, part]) await age(id, 6);
    await sweep();
    expect(await offsetOf(ann, part)).toBe(10);
    for (const id of [whole, part]) await age(id, 400);
    await sweep();
    expect(await offsetOf(ann, part)).toBe("status 404");
    await expect(readFile(stagedPlace(server.data, part))).rejects.toThrow("ENOENT");
    expect((await readFile(stagedPlace(server.data, whole))).length).toBe(500);
    expect(await stateOf(ann, whole)).toBe("waiting");
  });
});

test("uploads are among the data of their account, and go with it", async () => {
  const eve = await member(server, "eve");
  const bytes = pngOf(500, "eve");
  const id = await upload(eve, bytes, { filename: "eve.png", title: "Of Eve" });
  await runUploads(server);
  const { uploads } = await eve.json<{ uploads: object[] }>("/v1/account/data");
  expect(uploads).toMatchObject([
    { ...{ id, name: "eve.png", title: "Of Eve", state: "waiting" }, hash: sha256(bytes), mime: "image/png" },
  ]);
  expect((await ann.json<{ uploads: { id: string }[] }>("/v1/account/data")).uploads).not.toContainEqual(
    expect.objectContaining({ id }),
  );
  expect((await eve.post("/v1/account/delete")).status).toBe(200);
  expect((await waiting()).map((one) => one.id)).not.toContain(id);
  const then = new Date(Date.now() - 86_400_000);
  await utimes(stagedPlace(server.data, id), then, then);
  await sweepUploads({
    ...{ sql: server.sql, storage: server.storage, settings: server.config },
    ...{ log: undefined as never, signal: new AbortController().signal },
  });
  await expect(readFile(stagedPlace(server.data, id))).rejects.toThrow("ENOENT");
});

describe("a scanner", () => {
  /** As clamd: `INSTREAM`, pieces with their lengths, a verdict; over its limit it says nothing bad. */
  let clamd: Server;
  let port: number;
  let limit: number;
  beforeAll(async () => {
    clamd = createServer((socket) => {
      let all = Buffer.alloc(0);
      socket.on("data", (piece) => {
        all = Buffer.concat([all, piece]);
        if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
        const isInfected = all.includes("EICAR-STANDARD-ANTIVIRUS-TEST-FILE");
        if (all.length > limit) socket.end("INSTREAM size limit exceeded. ERROR\0");
        else socket.end(isInfected ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => clamd.listen(0, "127.0.0.1", resolve));
    port = (clamd.address() as { port: number }).port;
  });
  afterAll(() => new Promise((resolve) => clamd.close(resolve)));

  const scanned = async (bytes: Uint8Array, settings: object = {}) => {
    limit = 3_000_000;
    const id = await upload(ann, bytes);
    const CLAMD = { host: "127.0.0.1", port };
    await runUploads(server, { UPLOADS: "open", CLAMD, CLAMD_MAX: 2_000_000, ...settings });
    const [row] = await server.sql<
      { state: string; scan: string }[]
    >`select state, scan from uploads where id = ${id}`;
    return [row?.state, row?.scan];
  };
  // Random ends, so that no piece ends like the end of the stream.
  const eicar = (size: number) => {
    const bytes = pngOf(size, "z");
    bytes.write("X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*", size - 70);
    return bytes;
  };

  test("a clean file is published, an infected one fails", async () => {
    expect(await scanned(pngOf(1_500_000, "c"))).toEqual(["published", "clean"]);
    expect(await scanned(eicar(1_500_000))).toEqual(["failed", null]);
  });

  test("a file over the limit is not scanned, and so waits for a moderator in an open archive too", async () => {
    expect(await scanned(eicar(2_500_000))).toEqual(["waiting", "not_scanned"]);
    expect(await scanned(eicar(3_500_000), { CLAMD_MAX: 9_000_000 })).toEqual(["waiting", "not_scanned"]);
  });

  test("nothing is published unscanned while the scanner is away", async () => {
    expect(await scanned(pngOf(5_000, "j"), { CLAMD: { host: "127.0.0.1", port: 1 } })).toEqual([
      "waiting",
      "not_scanned",
    ]);
  });
});

describe("at once", () => {
  /** Sends the head of a PATCH and some of its bytes, then nothing. */
  function stall(id: string, bytes: Buffer, announced: number, to = server, by: Visitor = ann) {
    const socket = connect(to.port, "127.0.0.1");
    const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const lines = [
      `PATCH /api${UPLOADS}/${id} HTTP/1.1`,
      ...["host: localhost", `cookie: ${cookie}`, `x-forwarded-for: ${by.address}`, "tus-resumable: 1.0.0"],
      ...[
        "upload-offset: 0",
        "content-type: application/offset+octet-stream",
        `content-length: ${announced}`,
      ],
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(bytes);
    socket.on("error", () => {});
    return socket;
  }

  test("a request that stalls gives way to the next one, and what it brought stays", async () => {
    const { id } = await create(ann, 100_000);
    const socket = stall(id, pngOf(40_000), 100_000);
    const place = stagedPlace(server.data, id);
    await expect
      .poll(() =>
        readFile(place).then(
          (found) => found.length,
          () => 0,
        ),
      )
      .toBe(40_000);
    expect(await offsetOf(ann, id)).toBe(40_000);
    socket.destroy();
  });

  test("a connection that breaks leaves what came through it", async () => {
    const { id } = await create(ann, 100_000);
    const socket = stall(id, pngOf(60_000), 100_000);
    const place = stagedPlace(server.data, id);
    await expect
      .poll(() =>
        readFile(place).then(
          (found) => found.length,
          () => 0,
        ),
      )
      .toBe(60_000);
    socket.destroy();
    await expect.poll(() => offsetOf(ann, id)).toBe(60_000);
  });

  test("one account whose requests stall has a quarter of the places, and others upload meanwhile", async () => {
    const stalled = await Promise.all(Array.from({ length: 20 }, () => create(ann, 100_000)));
    const sockets = stalled.map(({ id }) => stall(id, pngOf(10), 100_000));
    const other = await create(ann, 100);
    await expect
      .poll(async () => {
        const { status, headers, text } = await patch(ann, other.id, pngOf(50), 10); // at no offset of it
        return [status, headers.get("retry-after"), text];
      })
      .toEqual([
        429,
        "2",
        refusal("You are uploading too many files at once. The others go on when one of them is finished."),
      ]);
    const { id } = await create(bob, 100);
    expect((await patch(bob, id, pngOf(100, "q"), 0)).status).toBe(204);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await patch(ann, other.id, pngOf(100, "o"), 0)).status).toBe(204);
  });

  test("one address without an account has a quarter too; a request without bytes ends, what it brought stays", async () => {
    await using open = await startServer({
      ...BEHIND_PROXY,
      UPLOADS_ANONYMOUS: "1",
      UPLOADS_AT_ONCE: "4",
      UPLOAD_PATIENCE: "8",
    });
    await buildCreator(open.sql);
    const [one, two] = [new Visitor(open), new Visitor(open)];
    // Made before: while one stalls there is time for little else.
    const [{ id }, other, free] = [
      await create(one, 100_000),
      await create(one, 100),
      await create(two, 100),
    ];
    const socket = stall(id, pngOf(10_000), 100_000, open, one);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    // It has its place once its bytes are there: a request that came first would have taken it.
    const bytesOf = async () => (await readFile(stagedPlace(open.data, id)).catch(() => "")).length;
    await expect.poll(bytesOf).toBe(10_000);
    expect((await patch(one, other.id, pngOf(50), 0)).status).toBe(429);
    expect((await patch(two, free.id, pngOf(100, "q"), 0)).status).toBe(204);
    await closed;
    await expect.poll(() => offsetOf(one, id)).toBe(10_000);
    expect((await patch(one, other.id, pngOf(100, "o"), 0)).status).toBe(204);
  });

  test("beyond the limits 429 and 503 with Retry-After; of 200 at once none is lost", async () => {
    const senders = [ann, bob, mod];
    for (const name of ["ben", "cid", "dot"]) senders.push(await member(server, name));
    const by = (at: number) => senders[at % senders.length] ?? ann;
    const many = await Promise.all(Array.from({ length: 200 }, (_, at) => create(by(at), 1_000 + at)));
    const statuses = new Set<number>();
    const send = async (id: string, at: number) => {
      for (;;) {
        const { status, headers } = await patch(by(at), id, pngOf(1_000 + at, "m"), 0);
        statuses.add(status);
        if (status === 204) return;
        expect([429, 503]).toContain(status);
        expect(headers.get("retry-after")).toBe("2");
        await sleep(50);
      }
    };
    await Promise.all(many.map(({ id }, at) => send(id, at)));
    expect([...statuses].sort()).toEqual([204, 429, 503]);
    const ids = many.map(({ id }) => id);
    const [{ whole } = { whole: 0 }] = await server.sql<{ whole: number }[]>`
      select count(*) as whole from uploads where id = any(${ids}) and state = 'received'`;
    expect(whole).toBe(200);
  });
});
