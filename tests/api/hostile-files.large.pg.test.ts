/** Hostile files through every route that reads them: each has an answer, and the memory of the API stays within bounds. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { residentBytes } from "#backend/resident-bytes.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { filePath } from "#shared/rules/files.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { buildCreator, buildPost, insert } from "#tests/support/factories.ts";
import { type HostileFile, hostileFiles } from "#tests/support/hostile-files.ts";
import { sized } from "#tests/support/scale.ts";

const COUNT = sized(40, 1_000);
/** Growth of the API's memory. */
const MAX_BYTES = 300 * 1024 * 1024;
const CONCURRENCY = 3;
vi.setConfig({ testTimeout: sized(600_000, 1_800_000) });

let database: TestDatabase;
let data: string;
let api: ChildProcess;
let url = "";
beforeAll(async () => {
  database = await createDatabase();
  data = await mkdtemp(join(tmpdir(), "roost-hostile-"));
  await buildCreator(database.sql);
  api = spawn(process.execPath, [PROGRAMS.api.file], {
    env: { ...process.env, PORT: "0", DATABASE_URL: database.url, ROOST_DATA: data, MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let log = "";
  api.stdout?.on("data", (part) => {
    log += part;
  });
  await once(api, "message");
  const listening = () => log.split("\n").find((one) => one.includes('"listening"'));
  const line = await vi.waitUntil(listening, { timeout: 100_000 });
  url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
});
afterAll(async () => {
  api.kill("SIGKILL");
  await database[Symbol.asyncDispose]();
  await rm(data, { recursive: true });
});

/** @returns its path */
async function store({ ext, bytes, name }: HostileFile): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const path = filePath(hash, ext);
  await mkdir(dirname(join(data, "files", path)), { recursive: true });
  await writeFile(join(data, "files", path), bytes);
  const time = "2024-01-01T00:00:00.100000";
  // The same bytes come under several types.
  const [known] = await database.sql`select from files where hash = ${hash}`;
  if (known !== undefined) return path;
  await insert(database.sql, "files", {
    ...{ hash, ext, mime: "application/octet-stream", size: bytes.length, ihash: null },
    ...{ mtime: time, ctime: time, added: time },
  });
  await buildPost(database.sql, { id: hash, file: { name: `${name}${ext}`, path } });
  return path;
}

test(`${COUNT} hostile files: each request is answered, none with an error of the server, within 300 MB`, async () => {
  const files = await hostileFiles(COUNT);
  const before = await residentBytes(api.pid);
  let peak = 0;
  const faults: string[] = [];
  const answers = new Map<number, number>();
  const queue = [...files];
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const path = await store(file);
      const hash = path.slice(7, 71);
      for (const address of [
        `/thumbnail/data${path}?w=180`,
        `/api/v1/file/${hash}`,
        `/api/v1/file/${hash}/entry/0`,
        `/api/v1/file/${hash}/entry/0?w=180`,
        `/data${path}`,
      ]) {
        const answer = await fetch(url + address);
        await answer.arrayBuffer();
        peak = Math.max(peak, await residentBytes(api.pid));
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
        // 503 asks to try again, as reading may take too long on a busy machine.
        if (answer.status >= 500 && answer.status !== 503)
          faults.push(`${file.name}: ${answer.status} ${address}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  expect(faults).toEqual([]);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  // Some can be read in part, most cannot.
  expect(answers.get(200)).toBeGreaterThan(COUNT);
  expect(answers.get(404)).toBeGreaterThan(COUNT / 2);
  const grown = ((peak - before) / 1024 / 1024).toFixed(0);
  console.log(`The API grew by ${grown} MB at most; answers by status: ${JSON.stringify([...answers])}`);
  expect(peak - before).toBeLessThan(MAX_BYTES);
});
