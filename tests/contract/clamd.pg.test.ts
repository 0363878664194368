/** Uploads before a real clamd, where this machine has one (Debian: clamav-daemon). */
import { connect, createServer } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { uploadJobs } from "#backend/imports/uploads/upload-jobs.ts";
import { runNext } from "#backend/jobs/run-next.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { CLAMD_PROGRAM, type Clamd, EICAR, startClamd } from "#tests/support/clamd.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { pngOf, upload, uploadBy } from "#tests/support/uploads.ts";

const MiB = 1024 * 1024;
const LIMIT = 8;
let server: TestServer;
let ann: Visitor;
let clamd: Clamd;

beforeAll(async () => {
  if (CLAMD_PROGRAM === undefined) return;
  [server, clamd] = await Promise.all([startServer({ ...BEHIND_PROXY, UPLOADS: "open" }), startClamd(LIMIT)]);
  await buildCreator(server.sql);
  ann = await member(server, "ann");
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await clamd?.[Symbol.asyncDispose]();
});

const needsClamd = ({ skip }: TestContext) => skip(CLAMD_PROGRAM === undefined, "clamd is not installed");

/** Sends a file and checks it. @returns what became of it and what is in the log */
async function scanned(bytes: Uint8Array, port = clamd.port) {
  const id = await upload(ann, bytes, { filename: "a.png" });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { sql, storage, config } = server;
  const settings = { ...config, CLAMD: { host: "127.0.0.1", port }, CLAMD_MAX: 100 * MiB };
  const { signal } = new AbortController();
  const options = { sql, storage, settings, log, signal };
  while (await runNext(options, uploadJobs(options)));
  const [row] = await sql<[{ scan: string | null }]>`select scan from uploads where id = ${id}`;
  const { state, reason, share } = await uploadBy(ann, id);
  return { state, reason, share, scan: row.scan, log: lines.join("") };
}

const withEicar = (size: number) => {
  const bytes = pngOf(size, "e");
  bytes.write(EICAR, size - EICAR.length);
  return bytes;
};

test("a clean file is published", async (context) => {
  needsClamd(context);
  const { state, scan, share } = await scanned(pngOf(3 * MiB, "c"));
  expect([state, scan]).toEqual(["published", "clean"]);
  expect((await new Visitor(server).get(`/v1/share/${share}`)).status).toBe(200);
});

test("the EICAR file, alone and within a picture, is refused and logged", async (context) => {
  needsClamd(context);
  for (const bytes of [Buffer.from(EICAR), withEicar(2 * MiB)]) {
    const { state, reason, log, share } = await scanned(bytes);
    expect([state, reason]).toEqual(["failed", "The virus scanner has found something in this file."]);
    expect(log).toContain("Eicar-Test-Signature");
    const { status, text } = await new Visitor(server).get(`/v1/share/${share}`);
    expect([status, text]).toEqual([404, refusal("Not Found")]);
  }
});

test("a file over the scanner's limits is not called clean, and waits for a moderator", async (context) => {
  needsClamd(context);
  for (const size of [LIMIT * MiB + MiB / 2, LIMIT * MiB + 3 * MiB]) {
    const { state, scan, log } = await scanned(withEicar(size));
    expect([state, scan]).toEqual(["waiting", "not_scanned"]);
    expect(log).toContain("scanned");
  }
});

test("a scanner that is killed midway leaves the file unscanned for a moderator; the next one is scanned again", async (context) => {
  needsClamd(context);
  let passed = 0;
  const proxy = createServer((socket) => {
    const to = connect(clamd.port, "127.0.0.1");
    socket.on("data", (piece) => {
      passed += piece.length;
      if (passed > MiB) void clamd.kill();
      else to.write(piece);
    });
    to.pipe(socket);
    for (const end of [socket, to]) end.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as { port: number };
  try {
    expect(await scanned(pngOf(4 * MiB, "k"), port)).toMatchObject({ state: "waiting", scan: "not_scanned" });
    expect(passed).toBeGreaterThan(MiB);
    expect(await scanned(pngOf(MiB, "l"))).toMatchObject({ state: "waiting", scan: "not_scanned" });
  } finally {
    proxy.close();
  }
  await clamd[Symbol.asyncDispose]();
  clamd = await startClamd(LIMIT);
  expect(await scanned(pngOf(MiB, "n"))).toMatchObject({ state: "published", scan: "clean" });
});
