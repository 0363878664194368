/** An upload that is cut ten times while the API is killed twice arrives whole, and costs no memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { uploadJobs } from "#backend/imports/uploads/upload-jobs.ts";
import { runNext } from "#backend/jobs/run-next.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { sized } from "#tests/support/scale.ts";
import { metadataOf, pngOf, UPLOADS } from "#tests/support/uploads.ts";

const MiB = 1024 * 1024;
const SIZE = sized(24 * MiB, 4096 * MiB);
const CUTS = 10;
const KILLED_AFTER = new Set([3, 7]);
const MAX_GROWTH = 150 * MiB;
const TUS = { "tus-resumable": "1.0.0" };

let database: TestDatabase;
let data: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  database = await createDatabase();
  data = await mkdtemp(join(tmpdir(), "roost-uploads-"));
  await buildCreator(database.sql);
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await database[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
});

const settings = () => ({
  ROOST_DATA: data,
  DATABASE_URL: database.url,
  UPLOADS_ANONYMOUS: "1",
  LOG_LEVEL: "info",
});

async function startApi(): Promise<{ port: number; kill(): Promise<unknown>; resident(): Promise<number> }> {
  const process_ = spawn(process.execPath, [PROGRAMS.api.file], {
    env: { ...process.env, PORT: "0", ...settings() },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child = process_;
  let log = "";
  const port = await new Promise<number>((resolve, reject) => {
    process_.stdout?.on("data", (part: Buffer) => {
      log += part.toString();
      const line = log.split("\n").find((one) => one.includes('"listening"') && one.endsWith("}"));
      if (line !== undefined) resolve((JSON.parse(line) as { port: number }).port);
    });
    process_.once("exit", () => reject(new Error(`The API has ended:\n${log}`)));
  });
  return {
    port,
    async kill() {
      process_.kill("SIGKILL");
      return await once(process_, "exit");
    },
    async resident() {
      const [, kilobytes] =
        /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${process_.pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) * 1024;
    },
  };
}

/** Content that differs at each place; the first bytes are those of a PNG. */
const piece = pngOf(MiB);
function bytesAt(offset: number): Buffer {
  const at = Math.floor(offset / MiB);
  const bytes = Buffer.from(piece);
  if (at > 0) bytes.writeUInt32BE(at, 0);
  return bytes.subarray(offset % MiB);
}

function hashOfAll(): string {
  const hash = createHash("sha256");
  for (let at = 0; at < SIZE; at += MiB) hash.update(bytesAt(at));
  return hash.digest("hex");
}

/** @param until the connection is cut there @returns the answered offset, undefined where it was cut */
async function sendFrom(
  port: number,
  id: string,
  offset: number,
  until: number,
): Promise<number | undefined> {
  const sending = request({
    ...{ port, method: "PATCH", path: `/api${UPLOADS}/${id}` },
    headers: {
      ...TUS,
      "upload-offset": offset,
      "content-type": "application/offset+octet-stream",
      "content-length": SIZE - offset,
    },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    sending.on("error", () => resolve(undefined));
    sending.on("response", (response) => {
      response.resume();
      resolve(Number(response.headers["upload-offset"]));
    });
  });
  for (let at = offset; at < until; ) {
    const bytes = bytesAt(at).subarray(0, until - at);
    at += bytes.length;
    if (!sending.write(bytes)) await Promise.race([once(sending, "drain"), answered]);
  }
  if (until < SIZE) sending.destroy();
  else sending.end();
  return await answered;
}

test(`${SIZE / MiB} MiB, cut ${CUTS} times, the API killed twice: whole, in little memory, nothing acknowledged is lost`, {
  timeout: sized(600_000, 900_000),
}, async () => {
  let api = await startApi();
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${api.port}/api${path}`, { method, headers: { ...TUS, ...headers } });
  const made = await call("POST", UPLOADS, {
    "upload-length": String(SIZE),
    "upload-metadata": metadataOf({
      service: "patreon",
      user: "1",
      filename: "large.png",
      sha256: hashOfAll(),
    }),
  });
  const id = made.headers.get("location")?.split("/").at(-1) ?? "";
  const offsetNow = async () =>
    Number((await call("HEAD", `${UPLOADS}/${id}`, {})).headers.get("upload-offset"));
  let atFirst = 0;
  let acknowledged = 0;
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const until = Math.floor((SIZE * cut) / (CUTS + 1) - Math.random() * MiB);
    await sendFrom(api.port, id, acknowledged, until);
    if (KILLED_AFTER.has(cut)) {
      await api.kill();
      api = await startApi();
      atFirst = 0;
    }
    const offset = await offsetNow();
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = offset;
    if (atFirst === 0) atFirst = await api.resident();
  }
  // A request that was cut may still be writing what had arrived: then the next is refused, and a client asks again.
  await expect.poll(async () => sendFrom(api.port, id, await offsetNow(), SIZE)).toBe(SIZE);
  expect((await api.resident()) - atFirst).toBeLessThan(MAX_GROWTH);
  const config = readConfig(settings());
  const log = pino({ level: "silent" });
  const { signal } = new AbortController();
  const job = { sql: database.sql, storage: openStorage(config), settings: config, log, signal };
  while (await runNext(job, uploadJobs(job)));
  expect(await database.sql`select state, reason, hash from uploads`).toEqual([
    { state: "waiting", reason: null, hash: hashOfAll() },
  ]);
});
