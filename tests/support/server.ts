/** The real app on a free port, with a database and an index prefix of the test file's own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createApp } from "#backend/app.ts";
import { type Config, readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { Pictures } from "#backend/files/pictures.ts";
import { listen } from "#backend/http/listen.ts";
import { createDatabase } from "./database.ts";

export interface TestServer extends AsyncDisposable {
  url: string;
  port: number;
  sql: Sql;
  config: Config;
  /** Folder of files and caches, removed on disposal. */
  data: string;
  pictures: Pictures;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Status and parsed body. */
  json(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }>;
}

/** Starts a server; search is off unless MEILI_URL is among the settings. */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const database = await createDatabase();
  const data = await mkdtemp(join(tmpdir(), "roost-test-"));
  const config = readConfig({
    ROOST_DATA: data,
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
    ...settings,
  });
  const log = pino({ level: config.LOG_LEVEL });
  const pictures = new Pictures(data);
  const app = createApp({ config, sql: database.sql, log, strict: true, pwa: join(data, "pwa"), pictures });
  const listening = await listen(app, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${listening.port}`;
  const get = (path: string, init?: RequestInit) => fetch(url + path, { redirect: "manual", ...init });
  return {
    url,
    port: listening.port,
    sql: database.sql,
    config,
    data,
    pictures,
    get,
    async json(path, init) {
      const response = await get(path, init);
      return { status: response.status, body: await response.json() };
    },
    async [Symbol.asyncDispose]() {
      await listening.close();
      await database[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
}
