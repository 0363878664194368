/** An indexer on a database and an engine of the test's own. */
import { pino } from "pino";
import type { Sql } from "#backend/db/client.ts";
import { runIndexer } from "#indexer/loop.ts";
import { type Engine, openEngine } from "#indexer/meili.ts";
import { depth } from "#indexer/outbox.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { type TestMeili, testMeili } from "./meili.ts";

export interface TestIndex extends AsyncDisposable {
  database: TestDatabase;
  meili: TestMeili;
  engine: Engine;
  /** Starts one more indexer; gives the function that stops it. */
  start(): () => Promise<void>;
  /** Resolves when nothing is queued any more. */
  idle(): Promise<void>;
}

/** Creates a database and index names of the test's own; removed on disposal. */
export async function createIndex(): Promise<TestIndex> {
  const database = await createDatabase();
  const meili = testMeili();
  const engine = openEngine(meili);
  const stops: (() => Promise<void>)[] = [];
  return {
    database,
    meili,
    engine,
    start() {
      const abort = new AbortController();
      const log = pino({ level: "silent" });
      const running = runIndexer({ sql: database.sql, engine, log, signal: abort.signal });
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

/** Waits until the outbox is empty. @throws Error after `seconds` */
export async function untilIdle(sql: Sql, seconds = 100): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while ((await depth(sql)) > 0) {
    if (Date.now() > until)
      throw new Error(`The outbox still holds ${await depth(sql)} rows after ${seconds} s.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
