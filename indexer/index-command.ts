/** `roost index`: shows, rebuilds or verifies the search indexes. */
import { pino } from "pino";
import { readConfig } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import { runIndexer } from "./loop.ts";
import { type Engine, openEngine } from "./meili.ts";
import { rebuild } from "./rebuild.ts";
import { recover } from "./recover.ts";
import { untilDrained, verify } from "./verify.ts";

type Work = (sql: Sql, engine: Engine) => Promise<number>;

export const showStatus = () => withIndex(status);
export const rebuildIndexes = (names: readonly IndexName[]) =>
  withIndex((sql, engine) => rebuildAll(sql, engine, names));
export const verifyIndexes = () => withIndex(verifyAll);

/** @returns exit code */
async function withIndex(work: Work): Promise<number> {
  const config = readConfig();
  return withEngines(
    config,
    { postgres: true, meili: true },
    async ({ databaseUrl, meili, searchProblem }) => {
      if (meili === undefined || searchProblem !== undefined)
        throw new ExpectedError(`Search: ${searchProblem?.text}.\n${searchProblem?.advice}`);
      const sql = openDatabase(databaseUrl, { name: "roost-index", max: 6, statementTimeout: 0 });
      try {
        return await work(sql, openEngine({ ...meili, prefix: config.MEILI_PREFIX }));
      } catch (error) {
        throw error instanceof Error ? new ExpectedError(error.message, { cause: error }) : error;
      } finally {
        await sql.end({ timeout: 2 });
      }
    },
  );
}

async function status(sql: Sql, engine: Engine): Promise<number> {
  const waiting = await sql<{ index_name: string; n: number; oldest: number }[]>`
    select index_name, count(*) as n, extract(epoch from now() - min(queued_at))::int as oldest from index_outbox
    where queued_at <= now() group by 1`;
  const refused = await sql<{ index_name: string; service: string; id: string; reason: string }[]>`
    select index_name, service, id, reason from index_quarantine order by 1, 2, 3 limit 50`;
  console.log(`Meilisearch ${await engine.version()}`);
  for (const name of INDEXES) {
    const queued = waiting.find((row) => row.index_name === name);
    const documents = await engine.count(engine.uid(name));
    const state = await engine.state(name);
    console.log(
      `${name.padEnd(9)} ${documents === undefined ? "no index" : `${documents} documents`}` +
        `, ${queued ? `${queued.n} rows waiting (oldest ${queued.oldest} s)` : "nothing waiting"}` +
        `${state === "ready" ? "" : `, settings ${state}`}`,
    );
  }
  for (const row of refused)
    console.log(`refused: ${row.index_name} ${row.service}/${row.id}: ${row.reason}`);
  return 0;
}

async function rebuildAll(sql: Sql, engine: Engine, names: readonly IndexName[]): Promise<number> {
  const started = performance.now();
  const built = await rebuild(sql, engine, {
    wanted: async () => (names.length > 0 ? names : INDEXES),
    progress: (name, documents) => process.stderr.isTTY && process.stderr.write(`\r${name}: ${documents}   `),
  });
  if (process.stderr.isTTY) process.stderr.write("\r");
  for (const [name, documents] of built) console.log(`${name.padEnd(9)} ${documents} documents`);
  console.log(`Rebuilt in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return 0;
}

async function verifyAll(sql: Sql, engine: Engine): Promise<number> {
  // Runs an indexer of its own, which may be the only one; ends when the outbox is empty.
  const stop = new AbortController();
  const log = pino({ level: "warn" }, pino.destination(2));
  await recover(sql, engine, log);
  const indexer = runIndexer({ sql, engine, log, signal: stop.signal });
  try {
    const found = await verify(sql, engine, { drain: () => untilDrained(sql) });
    let total = 0;
    for (const name of INDEXES) {
      const { missing, ghost, stale } = found[name];
      total += missing + ghost + stale;
      console.log(`${name.padEnd(9)} ${missing} missing, ${ghost} without a row, ${stale} outdated`);
    }
    const [refused] = await sql<[{ n: number }]>`select count(*) as n from index_quarantine`;
    if (refused.n > 0) console.log(`${refused.n} rows are refused by the engine; see roost index status`);
    console.log(total === 0 ? "0 differences" : `${total} differences, repaired`);
    return total === 0 ? 0 : 1;
  } finally {
    stop.abort();
    await indexer;
  }
}
