import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { filePath } from "#shared/rules/files.ts";
import { childrenOf } from "#tests/support/child-processes.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { canMount, withSmallDisk } from "#tests/support/small-disk.ts";

const children: ChildProcess[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => database[Symbol.asyncDispose]());

/** @param small folder on a disk of 1 MiB */
function start(settings: Record<string, string>, small?: string): ChildProcess {
  const env = { ...process.env, PORT: "0", DATABASE_URL: database.url, ...settings };
  const node = [process.execPath, PROGRAMS.api.file];
  const [program = "", ...args] = small === undefined ? node : withSmallDisk(small, node);
  const child = spawn(program, args, {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  return child;
}

/** Address of a server that said it is ready. */
async function ready(child: ChildProcess): Promise<string> {
  let log = "";
  child.stdout?.on("data", (part) => {
    log += part;
  });
  const [message] = await once(child, "message");
  expect(message).toBe("ready");
  while (!log.includes('"listening"')) await new Promise((resolve) => setTimeout(resolve, 10));
  const line = log.split("\n").find((one) => one.includes('"listening"')) ?? "{}";
  return `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
}

/** @returns its stored path */
async function storePicture(files: string): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#5aa028" } })
    .png()
    .toBuffer();
  const path = filePath(createHash("sha256").update(bytes).digest("hex"), ".png");
  await mkdir(dirname(`${files}${path}`), { recursive: true });
  await writeFile(`${files}${path}`, bytes);
  return path;
}

test.each([
  ["SIGTERM", (child: ChildProcess) => child.kill("SIGTERM")],
  ["the end of its supervisor", (child: ChildProcess) => child.disconnect()],
])("the API says when it is ready and ends cleanly on %s", async (_, stop) => {
  const child = start({});
  const url = await ready(child);
  expect((await fetch(`${url}/readyz`)).status).toBe(200); // leaves a connection open, which must not hold the end up
  stop(child);
  const [code] = await once(child, "exit"); // within the test's own limit; the connection would stay for a minute
  expect(code).toBe(0);
});

test.runIf(process.platform === "linux")("a killed API leaves no decoder of pictures behind", async () => {
  const data = await mkdtemp(join(tmpdir(), "roost-killed-"));
  const child = start({ ROOST_DATA: data });
  const url = await ready(child);
  const path = await storePicture(`${data}/files`);
  expect((await fetch(`${url}/thumbnail/data${path}`)).status).toBe(200);
  const [decoder] = await childrenOf(child.pid, "decoder.js");
  expect(decoder).toBeDefined();
  child.kill("SIGKILL");
  await vi.waitUntil(() => !existsSync(`/proc/${decoder}`), { timeout: 60_000 });
  await rm(data, { recursive: true });
});

test("an invalid setting stops the start with a message", async () => {
  const child = start({ PORT: "eighty" });
  let complaint = "";
  child.stderr?.on("data", (part) => {
    complaint += part;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(complaint).toMatch(/^PORT: /m);
  expect(complaint).not.toContain("    at ");
});

test.runIf(canMount)("a thumbnail that has no space is a 503 with the cause and leaves nothing", async () => {
  const data = await mkdtemp(join(tmpdir(), "roost-full-"));
  const child = start({ ROOST_DATA: data }, data);
  const url = await ready(child);
  const disk = `/proc/${child.pid}/root${data}`; // as that process has it
  const path = await storePicture(`${disk}/files`);
  await expect(writeFile(`${disk}/filler`, Buffer.alloc(4_000_000))).rejects.toThrow("ENOSPC");
  const ask = () => fetch(`${url}/thumbnail/data${path}`);
  const refused = await ask();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: "The disk of the archive is full; nothing that was stored before is lost." },
  ]);
  const left = await readdir(`${disk}/cache`, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  await rm(`${disk}/filler`);
  expect((await ask()).status).toBe(200);
  child.kill("SIGKILL");
  await rm(data, { recursive: true });
});
