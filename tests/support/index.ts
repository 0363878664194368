/** An indexer on a database and an engine of the test's own. */
import { pino } from "pino";
import { expect, vi } from "vitest";
import type { Sql } from "#backend/db/client.ts";
import { runIndexer } from "#indexer/loop.ts";
import { type Engine, openEngine } from "#indexer/meili.ts";
import { depth, makeAllDue } from "#indexer/outbox.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { type TestMeili, testMeili } from "./meili.ts";
import { allNotified, startServer, type TestServer } from "./server.ts";

export interface TestIndex extends AsyncDisposable {
  database: TestDatabase;
  meili: TestMeili;
  engine: Engine;
  /** Starts one more indexer; gives the function that stops it. */
  start(leaseSeconds?: number): () => Promise<void>;
  /** Resolves when nothing is queued any more. */
  idle(): Promise<void>;
}

/** Creates a database and index names of the test's own; removed on disposal. */
export async function createIndex(meili = testMeili()): Promise<TestIndex> {
  const database = await createDatabase();
  const engine = openEngine(meili);
  const stops: (() => Promise<void>)[] = [];
  return {
    database,
    meili,
    engine,
    start(leaseSeconds = 30) {
      const abort = new AbortController();
      const log = pino({ level: "silent" });
      const running = runIndexer({ sql: database.sql, engine, log, signal: abort.signal, leaseSeconds });
      const stop = async () => {
        abort.abort();
        await running;
      };
      stops.push(stop);
      return stop;
    },
    idle: () => untilIdle(database.sql),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) await stop();
      await Promise.all(INDEXES.map((name) => engine.drop(engine.uid(name))));
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Waits until the outbox is empty, and not for the minute that counts take. @throws Error after `seconds` */
export async function untilIdle(sql: Sql, seconds = 100): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while ((await depth(sql)) > 0) {
    await makeAllDue(sql);
    if (Date.now() > until)
      throw new Error(`The outbox still holds ${await depth(sql)} rows after ${seconds} s.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export interface IndexedServer extends TestServer {
  engine: Engine;
  meili: TestMeili;
  /** Resolves when search knows of everything that was written. */
  indexed(): Promise<void>;
}

/** A server with an indexer and indexes of its own; they are ready. */
export async function startIndexedServer(
  settings: Record<string, string> = {},
  meili = testMeili(),
): Promise<IndexedServer> {
  const engine = openEngine(meili);
  const server = await startServer({
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_PREFIX: meili.prefix,
    ...settings,
  });
  const abort = new AbortController();
  const indexing = runIndexer({
    sql: server.sql,
    engine,
    log: pino({ level: "silent" }),
    signal: abort.signal,
  });
  await vi.waitFor(async () => expect(await unready(engine)).toEqual([]), { timeout: 150_000, interval: 50 });
  const dispose = server[Symbol.asyncDispose];
  return {
    ...server,
    engine,
    meili,
    async indexed() {
      await untilIdle(server.sql);
      await allNotified(server);
    },
    async [Symbol.asyncDispose]() {
      abort.abort();
      await indexing;
      await Promise.all(INDEXES.map((name) => engine.drop(engine.uid(name))));
      await dispose();
    },
  };
}

async function unready(engine: Engine): Promise<string[]> {
  const states = await Promise.all(INDEXES.map((name) => engine.state(name)));
  return INDEXES.filter((_, at) => states[at] !== "ready");
}
