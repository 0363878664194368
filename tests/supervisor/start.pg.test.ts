/** `npm start` as a person meets it: real processes, an empty folder, signals. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { freePort, listProcesses } from "#backend/supervisor/processes.ts";
import { type LaunchedApp, launchApp } from "#tests/support/app.ts";

let data: string;
const apps: LaunchedApp[] = [];

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "roost-start-"));
});

afterAll(async () => {
  for (const app of apps) if (app.child.exitCode === null && app.child.signalCode === null) await app.stop();
  await rm(data, { recursive: true, force: true });
});

function launch(settings: Record<string, string> = {}): LaunchedApp {
  const app = launchApp({ ROOST_DATA: data, ROOST_SAMPLE: "0", ...settings });
  apps.push(app);
  return app;
}

/** Everything that runs on the data folder: engines with what they start, API, indexer. */
const onFolder = async () =>
  (await listProcesses()).filter(({ command, folder }) => `${command} ${folder}`.includes(data));

async function untilNoneOnFolder(): Promise<string[]> {
  const until = Date.now() + 90_000;
  for (;;) {
    const left = (await onFolder()).map(({ command }) => command);
    if (left.length === 0 || Date.now() > until) return left;
    await sleep(50);
  }
}

test("an empty folder becomes a running archive, which a second start names and whose killed programs are restarted; Ctrl-C leaves nothing of it running", async () => {
  const port = await freePort("127.0.0.1");
  const app = launch({ PORT: String(port) });
  const address = await app.running;
  expect(address).toBe(`http://127.0.0.1:${port}`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const written = await readFile(new URL("../../dist/server/commit", import.meta.url), "utf8");
  expect(await (await fetch(`${address}/api/v1/app_version`)).text()).toBe(written);
  expect(app.output()).toContain(data);
  expect(app.output()).toMatch(/Database +PostgreSQL 18/);
  const [, link = ""] = /Set up +(\S+)\n/.exec(app.output()) ?? [];
  expect(link.startsWith(`${address}/authentication/setup#`)).toBe(true);
  const first = { username: "first", password: "a password", confirm_password: "a password" };
  const setUp = () =>
    fetch(`${address}/api/v1/authentication/setup`, {
      method: "POST",
      body: JSON.stringify({ ...first, token: link.split("#")[1] }),
    });
  expect([(await setUp()).status, (await setUp()).status]).toEqual([200, 403]);
  expect((await onFolder()).length).toBeGreaterThanOrEqual(3);

  await secondStart(app, address);
  await killPrograms(address);
  await closeToVisitors(address, first);

  expect(await app.stop("SIGINT")).toBe(0);
  expect(await onFolder()).toEqual([]);
  expect(await readdir(data)).not.toContain("launch.lock");
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
});

test("a signal during the start stops what has started and ends with 0", async () => {
  const app = launch({ ROOST_SAMPLE: "1" }); // which a start takes longer with than this process to see the lock
  await vi.waitUntil(async () => (await readdir(data)).includes("launch.lock"), { timeout: 60_000 });
  expect(await app.stop("SIGTERM")).toBe(0);
  expect(app.output()).toContain("Stopped before it had started.");
  expect(await onFolder()).toEqual([]);
});

/** Another start on the same folder ends and leaves the first alone; commands use the engines of the first. */
async function secondStart(first: LaunchedApp, address: string): Promise<void> {
  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `already running on this data folder (pid ${first.child.pid}, ${address})`,
  );
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  /** Without the database's own, which come and go with connections. */
  const programs = async () =>
    (await onFolder()).filter(({ command }) => !command.startsWith("postgres: ")).map(({ pid }) => pid);
  const before = await programs();
  const config = readConfig({ ROOST_DATA: data });
  const seen = await withEngines(config, { postgres: true, meili: true }, async (engines) => {
    const sql = openDatabase(engines.databaseUrl, { max: 1 });
    const [row] =
      await sql`select count(*) as backends from pg_stat_activity where application_name = 'roost-api'`;
    await sql.end();
    return row?.backends;
  });
  expect(seen).toBeGreaterThan(0);
  expect(await programs()).toEqual(before);
}

/** Killed engines and programs are restarted. */
async function killPrograms(address: string): Promise<void> {
  const victims = (await onFolder()).filter(({ command }) =>
    /bin\/postgres -D|bin\/meilisearch |server\/(api|indexer)\.js/.test(command),
  );
  expect(victims.length).toBeGreaterThanOrEqual(3);
  for (const { pid } of victims) process.kill(pid, "SIGKILL");
  const status = () =>
    fetch(`${address}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(status).toBe(200);
}

/** An administrator chooses on screen who may see the archive; it starts again for that. */
async function closeToVisitors(
  address: string,
  { username, password }: Record<string, string>,
): Promise<void> {
  const send = (method: string, path: string, body: object, cookie = "") =>
    fetch(`${address}/api/v1${path}`, { method, headers: { cookie }, body: JSON.stringify(body) });
  const posts = () =>
    fetch(`${address}/api/v1/posts`).then(
      ({ status }) => status,
      () => 0,
    );
  expect(await posts()).toBe(200);
  const login = await send("POST", "/authentication/login", { username, password });
  const cookie = login.headers.getSetCookie().map((one) => one.split(";")[0]);
  const change = { access: "members" };
  const changed = await send("PATCH", "/account/administrator/access", change, cookie.join("; "));
  expect([changed.status, await changed.text()]).toEqual([200, "true"]);
  await expect.poll(posts).toBe(401);
}

test("after kill -9 no process is left for long, and the next start works at the same address", async () => {
  const port = await freePort("127.0.0.1");
  const killed = launch({ PORT: String(port) });
  await killed.running;
  await killed.stop("SIGKILL");
  const next = launch({ PORT: String(port) }); // at once, while orphans may still be about
  const address = await next.running;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  await next.stop("SIGKILL");
  expect(await untilNoneOnFolder()).toEqual([]);
});

test("a port in use is reported, with what to do", async () => {
  const port = await freePort("127.0.0.1");
  const other = createServer().listen(port, "127.0.0.1");
  const app = launch({ PORT: String(port) });
  expect(await app.ended).toBe(1);
  expect(app.output()).toContain(`Port ${port}`);
  expect(app.output()).toContain("PORT=");
  other.close();
  expect(await onFolder()).toEqual([]);
});

test("an invalid setting stops the start with a message", async () => {
  const app = launch({ PORT: "eighty", SITE_NAME: "x".repeat(61) });
  expect(await app.ended).toBe(2);
  expect(app.output()).toMatch(/PORT: /);
  expect(app.output()).toMatch(/SITE_NAME: /);
});
