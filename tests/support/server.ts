/** The real app on a free port, with a database and an index prefix of the test file's own. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type ServedConfig, withAccessMode } from "#backend/accounts/access-mode.ts";
import { type AppOptions, createApp } from "#backend/app.ts";
import { ArchiveFiles } from "#backend/archive-files/archive-files.ts";
import { ArchiveEntries } from "#backend/archive-files/entries.ts";
import type { Limits } from "#backend/archive-files/reader-process.ts";
import { readConfig } from "#backend/config.ts";
import { type Changes, listenForChanges, type Topic } from "#backend/db/changes.ts";
import type { Sql } from "#backend/db/client.ts";
import { followReplica, type Replica } from "#backend/db/replica.ts";
import { collectPictures } from "#backend/files/measured-pictures.ts";
import { openStorage } from "#backend/files/open.ts";
import { Pictures } from "#backend/files/pictures.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { listen } from "#backend/http/listen.ts";
import { expectDescribed } from "./conformance.ts";
import { createDatabase, type TestDatabase } from "./database.ts";

export interface TestServer extends AsyncDisposable {
  url: string;
  port: number;
  sql: Sql;
  changes: Changes;
  /** Replica of DATABASE_READ_URL, if that is among the settings. */
  replica: Replica | undefined;
  config: ServedConfig;
  /** Folder of files and caches, removed on disposal. */
  data: string;
  storage: FileStorage;
  pictures: Pictures;
  archiveFiles: ArchiveFiles;
  archiveEntries: ArchiveEntries;
  /** Throws where the answer is not what the published description says. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Status and parsed body. */
  json(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }>;
}

/** Starts a server; search is off unless MEILI_URL is among the settings. @param given settings @param options `database` one that others use too */
export async function startServer(
  given: Record<string, string> = {},
  options: Partial<Pick<AppOptions, "authenticate" | "deadline" | "routes" | "log">> & {
    sql?: Sql;
    unpackLimits?: Partial<Limits>;
    database?: Pick<TestDatabase, "url" | "sql">;
  } = {},
): Promise<TestServer> {
  const created = options.database === undefined ? await createDatabase() : undefined;
  const database = (options.database ?? created) as TestDatabase;
  const data = await mkdtemp(join(tmpdir(), "roost-test-"));
  const settings = readConfig({
    ROOST_DATA: data,
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
    SEARCH_TIMEOUT_MS: "10000", // on a busy machine too, answers are the engine's
    ...given,
  });
  const config = await withAccessMode(database.sql, settings);
  const log = pino({ level: config.LOG_LEVEL });
  const storage = openStorage(config);
  const pictures = new Pictures({
    storage,
    data,
    onMeasured: collectPictures(database.sql, log),
  });
  const program = new URL("../../backend/archive-files/reader.mjs", import.meta.url);
  // A busy machine takes many times as long; that the limit ends a process is a test of archive-process.test.ts.
  const archiveFiles = new ArchiveFiles({
    storage,
    program,
    limits: { milliseconds: 60_000, ...options.unpackLimits },
  });
  const archiveEntries = new ArchiveEntries({ archiveFiles, pictures, data });
  const pwa = join(data, "pwa");
  const changes = listenForChanges(database.url, database.sql);
  const readUrl = config.DATABASE_READ_URL;
  const replica = readUrl === undefined ? undefined : followReplica(readUrl, database.sql, changes, log);
  const app = createApp({
    config,
    sql: database.sql,
    changes,
    replica,
    log,
    strict: true,
    pwa,
    storage,
    pictures,
    archiveFiles,
    archiveEntries,
    deadline: 60_000, // as for the limits above
    ...options,
  });
  const listening = await listen(app, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${listening.port}`;
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, { redirect: "manual", ...init });
    await expectDescribed(init?.method ?? "GET", path, response);
    return response;
  };
  return {
    url,
    port: listening.port,
    sql: database.sql,
    changes,
    replica,
    config,
    data,
    storage,
    pictures,
    archiveFiles,
    archiveEntries,
    get,
    async json(path, init) {
      const response = await get(path, init);
      return { status: response.status, body: await response.json() };
    },
    async [Symbol.asyncDispose]() {
      await listening.close();
      archiveFiles.endSpare();
      await replica?.close();
      await changes.close();
      await created?.[Symbol.asyncDispose]();
      // Thumbnails that were asked for last may still be written.
      await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Waits until the server is notified of all that was written: notifications arrive in the order of the commits. */
export async function allNotified({ changes, sql }: Pick<TestServer, "changes" | "sql">): Promise<void> {
  const last = randomUUID() as Topic;
  const before = changes.version(last);
  await sql`select pg_notify('roost_changes', ${last})`;
  const isNotified = () => changes.version(last) !== undefined && changes.version(last) !== before;
  while (!isNotified()) await new Promise((resolve) => setTimeout(resolve, 5));
}
