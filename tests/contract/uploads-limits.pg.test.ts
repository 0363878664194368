/** Uploads: space, time, and many at once. */
import { appendFile, readFile, rm, statfs, symlink, utimes } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagedPath } from "#backend/files/staged.ts";
import { sweepUploads } from "#backend/imports/uploads/upload-jobs.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer } from "#tests/support/server.ts";
import {
  create,
  offsetOf,
  patch,
  pngOf,
  runUploads,
  sha256,
  startUploads,
  stateOf,
  UPLOADS,
  type UploadStage,
  upload,
  waitingFor,
} from "#tests/support/uploads.ts";

let server: UploadStage["server"];
let ann: UploadStage["ann"];
let bob: UploadStage["bob"];
let mod: UploadStage["mod"];

beforeAll(async () => {
  ({ server, ann, bob, mod } = await startUploads());
});
afterAll(() => server[Symbol.asyncDispose]());

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

  test("reservations without a byte take no space from others, and are few", async () => {
    await using own = await startServer({ ...BEHIND_PROXY, UPLOAD_MAX: "900T", UPLOAD_QUOTA: "9000T" });
    await buildCreator(own.sql);
    const [eve, dan] = [await member(own, "eve"), await member(own, "dan")];
    const free = Number((await statfs(own.data)).bavail) * (await statfs(own.data)).bsize;
    const part = Math.floor(free / 60);
    for (let at = 0; at < 50; at++) expect((await create(eve, part)).status).toBe(201);
    expect((await create(eve, part)).status).toBe(429);
    expect((await create(dan, Math.floor(free / 2))).status).toBe(201);
    await own.sql`update uploads set changed_at = now() - interval '61 minutes' where account = ${eve.id}`;
    expect((await create(eve, Math.floor(free / 2))).status).toBe(201);
  });

  test("another version of the protocol is a 412 that names ours", async () => {
    const { status, text, headers } = await ann.send("POST", UPLOADS, undefined, {
      "tus-resumable": "2.0.0",
      "upload-length": "5",
    });
    expect([status, text, headers.get("tus-version")]).toEqual([
      412,
      refusal("Tus-Resumable Required"),
      "1.0.0",
    ]);
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
    const place = stagedPath(server.data, id);
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
    expect((await waitingFor(mod)).find((one) => one.id === id)?.hash).toBe(sha256(bytes));
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
    await utimes(stagedPath(server.data, id), then, then);
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
    await expect(readFile(stagedPath(server.data, part))).rejects.toThrow("ENOENT");
    expect((await readFile(stagedPath(server.data, whole))).length).toBe(500);
    expect(await stateOf(ann, whole)).toBe("waiting");
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
    const place = stagedPath(server.data, id);
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
    const place = stagedPath(server.data, id);
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
      UPLOAD_CONCURRENCY: "4",
      UPLOAD_TIMEOUT: "25",
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
    const bytesOf = async () => (await readFile(stagedPath(open.data, id)).catch(() => "")).length;
    await expect.poll(bytesOf).toBe(10_000);
    expect((await patch(one, other.id, pngOf(50), 0)).status).toBe(429);
    expect((await patch(two, free.id, pngOf(100, "q"), 0)).status).toBe(204);
    await closed;
    await expect.poll(() => offsetOf(one, id)).toBe(10_000);
    expect((await patch(one, other.id, pngOf(100, "o"), 0)).status).toBe(204);
  });

  test("beyond the limits 429 and 503 with Retry-After", async () => {
    const stalling: Visitor[] = [];
    for (const name of ["gil", "hal", "ivy", "jon"]) stalling.push(await member(server, name));
    const sockets: Socket[] = [];
    for (const by of stalling)
      for (let at = 0; at < 2; at++) {
        // All eight places, two of each account.
        const { id } = await create(by, 100_000);
        sockets.push(stall(id, pngOf(10), 100_000, server, by));
      }
    const refusalOf = async (by: Visitor, id: string) => {
      const { status, headers } = await patch(by, id, pngOf(50), 10); // at no offset of it
      return [status, headers.get("retry-after")];
    };
    const [first = ann] = stalling;
    const [own, other] = [await create(first, 100), await create(ann, 100)];
    await expect.poll(() => refusalOf(first, own.id)).toEqual([429, "2"]);
    await expect.poll(() => refusalOf(ann, other.id)).toEqual([503, "2"]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await patch(ann, other.id, pngOf(100, "p"), 0)).status).toBe(204);
  });

  test("of 60 at once none is lost, whatever is refused meanwhile", async () => {
    const senders: Visitor[] = []; // new ones, which have reserved no space yet
    for (const name of ["ben", "cid", "dot", "eva", "fin"]) senders.push(await member(server, name));
    const by = (at: number) => senders[at % senders.length] ?? ann;
    const many: Awaited<ReturnType<typeof create>>[] = [];
    for (let at = 0; at < 60; at++) {
      const created = await create(by(at), 1_000 + at);
      expect(created.status).toBe(201);
      many.push(created);
    }
    const send = async (id: string, at: number) => {
      for (;;) {
        const { status, headers } = await patch(by(at), id, pngOf(1_000 + at, "m"), 0);
        if (status === 204) return;
        expect([429, 503]).toContain(status);
        expect(headers.get("retry-after")).toBe("2");
        // Not all at once: the refused requests would take the time of those that are served.
        await sleep(100 + Math.random() * 500);
      }
    };
    await Promise.all(many.map(({ id }, at) => send(id, at)));
    const ids = many.map(({ id }) => id);
    const [{ whole } = { whole: 0 }] = await server.sql<{ whole: number }[]>`
      select count(*) as whole from uploads where id = any(${ids}) and state = 'received'`;
    expect(whole).toBe(60);
  });
});
