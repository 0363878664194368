import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/mini";
import type { ServedConfig } from "#backend/accounts/access-mode.ts";
import { createApp } from "#backend/app.ts";
import { type Config, readConfig } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { mount } from "#backend/http/endpoint.ts";
import { type Listening, listen } from "#backend/http/listen.ts";
import { endpoint } from "#shared/contracts/endpoint.ts";
import { filePath } from "#shared/rules/files.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { buildCreator } from "#tests/support/factories.ts";

/** Stands between the app and the database, so that the database can go away for this app alone. */
class Bridge {
  readonly #open = new Set<Socket>();
  #isHanging = false;
  #server: Server | undefined;
  port = 0;
  constructor(readonly target: URL) {}

  async start(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(from);
        from.on("data", (bytes) => to.write(bytes));
        if (this.#isHanging) from.pause();
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.#open.delete(from);
          to.destroy();
        });
      }
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  /** No new connections; those there are stay. */
  refuse(): void {
    this.#server?.close();
  }

  /** Connections stay and nothing passes, as with a database that hangs. */
  hang(): void {
    this.#isHanging = true;
    for (const socket of this.#open) socket.pause();
  }

  resume(): void {
    this.#isHanging = false;
    for (const socket of this.#open) socket.resume();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }
}

const served = (config: Config): ServedConfig => ({ ...config, ACCESS: "open", accessSource: "setting" });

let database: TestDatabase;
let bridge: Bridge;
let sql: Sql;
let listening: Listening;
let url: string;

beforeAll(async () => {
  database = await createDatabase();
  await buildCreator(database.sql);
  bridge = new Bridge(new URL(database.url));
  await bridge.start();
  const through = new URL(database.url);
  through.port = String(bridge.port);
  sql = openDatabase(through.href, { max: 4, statementTimeout: 5_000 });
  const config = readConfig({ DATABASE_URL: through.href, ROOST_DATA: "/nonexistent" });
  listening = await listen(
    createApp({ config: served(config), sql, log: pino({ level: "silent" }), pwa: "/nonexistent" }),
    0,
    "127.0.0.1",
  );
  url = `http://127.0.0.1:${listening.port}`;
});
afterAll(async () => {
  await listening.close();
  await sql.end({ timeout: 1 });
  await bridge.stop();
  await database[Symbol.asyncDispose]();
});

const ask = async (path: string) => {
  const began = performance.now();
  const response = await fetch(url + path);
  return { status: response.status, body: await response.text(), ms: performance.now() - began };
};
const PROFILE = "/api/v1/patreon/user/1/profile";

async function expectBack(): Promise<void> {
  await expect.poll(async () => (await ask(PROFILE)).status).toBe(200);
}

test("while the database is gone answers are quick 503s, and afterwards they are right again", async () => {
  expect((await ask(PROFILE)).status).toBe(200);
  for (let time = 0; time < 3; time += 1) {
    const busy = Array.from({ length: 20 }, () => ask(PROFILE));
    await bridge.stop();
    for (const { status } of await Promise.all(busy)) expect([200, 503]).toContain(status);
    for (let again = 0; again < 8; again += 1) {
      const { status, body, ms } = await ask(PROFILE);
      expect([status, body]).toEqual([503, '{"error":"The archive is not available right now."}']);
      expect(ms).toBeLessThan(8_000); // not the end of a timeout
    }
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/livez")).status).toBe(200);
    await bridge.start();
    await expectBack();
    expect((await ask("/readyz")).status).toBe(200);
  }
});

test("a statement that cannot be canceled is a 503 too, and no rejection is left unhandled", async () => {
  const contract = endpoint({
    method: "POST",
    path: "/v1/slow",
    summary: "A test's.",
    access: "anyone",
    response: z.boolean(),
  });
  const slow = mount(contract, async ({ sql }) => (await sql`select pg_sleep(600)`).length > 0);
  const config = readConfig({ ROOST_DATA: "/nonexistent" });
  const log = pino({ level: "silent" });
  const app = createApp({
    config: served(config),
    sql,
    log,
    pwa: "/nonexistent",
    routes: [slow],
    deadline: 3_000, // after the statement was seen
  });
  const other = await listen(app, 0, "127.0.0.1");
  await sql`select 1`;
  const sent = fetch(`http://127.0.0.1:${other.port}/api/v1/slow`, { method: "POST" });
  await expect
    .poll(
      async () =>
        (
          await database.sql`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(600)%'
      and state = 'active' and pid <> pg_backend_pid()`
        ).length,
    )
    .toBe(1);
  bridge.refuse();
  expect((await sent).status).toBe(503);
  await other.close();
  await bridge.stop();
  await bridge.start();
  await expectBack();
});

test("while the database hangs, requests with a session and pictures get a 503; files are sent", async () => {
  const data = await mkdtemp(join(tmpdir(), "roost-hanging-"));
  const config = readConfig({ DATABASE_URL: database.url, ROOST_DATA: data });
  const storage = openStorage(config);
  const bytes = Buffer.from("a stored file");
  const hash = createHash("sha256").update(bytes).digest("hex");
  await writeFile(join(data, "file"), bytes);
  await storage.put(join(data, "file"), { hash, ext: ".bin", size: bytes.length });
  const app = createApp({
    config: served(config),
    sql,
    log: pino({ level: "silent" }),
    pwa: data,
    storage,
    deadline: 2_000, // also what works has to answer within it
  });
  const other = await listen(app, 0, "127.0.0.1");
  const get = async (path: string, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${other.port}${path}`, { headers });
    return [response.status, await response.text()];
  };
  const file = `/data${filePath(hash, ".bin")}`;
  const cookie = `session=${"a".repeat(22)}.${"b".repeat(43)}`;
  try {
    expect(await get(file)).toEqual([200, "a stored file"]);
    bridge.hang();
    const tooSlow = [503, '{"error":"The archive took too long to answer."}'];
    expect(await get("/api/v1/account", { cookie })).toEqual(tooSlow);
    expect(await get("/icons/patreon/1")).toEqual(tooSlow);
    expect(await get(file)).toEqual([200, "a stored file"]);
  } finally {
    bridge.resume();
    await other.close();
    await rm(data, { recursive: true, force: true });
  }
});
