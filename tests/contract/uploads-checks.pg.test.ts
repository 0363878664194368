/** Uploads: what is checked before a file is published, and where it goes. */
import { appendFile, readFile, rm, truncate } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagedPath } from "#backend/files/staged.ts";
import type { SharePage } from "#shared/entities/share.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startS3 } from "#tests/support/s3.ts";
import { startServer } from "#tests/support/server.ts";
import {
  create,
  decide,
  pngOf,
  runUploads,
  sha256,
  startUploads,
  stateOf,
  type UploadStage,
  upload,
  uploadBy,
} from "#tests/support/uploads.ts";

let server: UploadStage["server"];
let ann: UploadStage["ann"];
let bob: UploadStage["bob"];
let mod: UploadStage["mod"];

beforeAll(async () => {
  ({ server, ann, bob, mod } = await startUploads());
});
afterAll(() => server[Symbol.asyncDispose]());

const share = (id: string) => new Visitor(server).json<SharePage>(`/v1/share/${id}`);

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
  ])("%s under the name of a picture is recognized by its content", async (_, text, mime) => {
    const { state, reason, kind, id } = await checked(Buffer.from(text, "latin1"), {
      filename: "a.png",
      filetype: "image/png",
    });
    expect([state, reason, kind]).toEqual(["failed", "This kind of file is not taken.", mime]);
    await expect(readFile(stagedPath(server.data, id))).rejects.toThrow("ENOENT");
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

  test("later parts of an archive are accepted with their first, and only with it", async () => {
    const first = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), Buffer.alloc(400, 1)]);
    const later = Buffer.alloc(300, 2);
    const send = (bytes: Uint8Array, filename: string, batch: string) =>
      checked(bytes, { filename, batch }).then(({ state }) => state);
    expect(await send(first, "a.zip.001", "parts")).toBe("waiting");
    expect(await send(later, "a.zip.002", "parts")).toBe("waiting");
    expect(await send(Buffer.alloc(300, 3), "b.zip.002", "parts")).toBe("failed");
    expect(await send(Buffer.alloc(300, 4), "a.zip.002", "other")).toBe("failed");
    // A first part that is no archive lets nothing in, and one that is still being sent nothing yet.
    expect(await send(Buffer.alloc(300, 5), "c.zip.001", "none")).toBe("failed");
    expect(await send(Buffer.alloc(300, 6), "c.zip.002", "none")).toBe("failed");
    await create(ann, 500, { filename: "d.zip.001", batch: "early" });
    expect(await send(Buffer.alloc(300, 7), "d.zip.002", "early")).toBe("received");
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
    await rm(stagedPath(server.data, before));
    await runUploads(server);
    const after = await upload(ann, pngOf(800, "5"));
    await runUploads(server);
    await decide(mod, after, "approve");
    await rm(stagedPath(server.data, after));
    await runUploads(server);
    for (const id of [before, after])
      expect(await uploadBy(ann, id)).toMatchObject({
        ...{ state: "failed", reason: "The archive has lost this file. Send it again." },
      });
  });

  test("bytes that change after the check are not published", async () => {
    const id = await upload(ann, pngOf(800, "6"));
    await runUploads(server);
    await truncate(stagedPath(server.data, id), 10);
    await appendFile(stagedPath(server.data, id), Buffer.alloc(790, "other"));
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

describe("a scanner", () => {
  /** Stand-in for clamd: `INSTREAM`, pieces with their lengths, a verdict; above its size limit it reports no finding. */
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
