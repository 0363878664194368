/** The indexer process; several may run. Runs until it is signaled. */
import { pino } from "pino";
import { readConfig } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { runIndexer } from "./loop.ts";
import { openEngine } from "./meili.ts";

async function main(): Promise<void> {
  const config = readConfig();
  if (config.DATABASE_URL === undefined || config.MEILI_URL === undefined)
    throw new Error("DATABASE_URL and MEILI_URL: the indexer needs both; npm start sets them.");
  const log = pino({ level: config.LOG_LEVEL });
  const sql = openDatabase(config.DATABASE_URL, { name: "roost-indexer", max: 6 });
  const engine = openEngine({ url: config.MEILI_URL, key: config.MEILI_KEY, prefix: config.MEILI_PREFIX });
  const stop = new AbortController();
  const end = () => stop.abort();
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end); // the supervisor is gone
  process.send?.("ready");
  log.info("indexing");
  await runIndexer({ sql, engine, log, signal: stop.signal, leaseSeconds: config.INDEX_LEASE });
  await sql.end({ timeout: 2 });
  process.exit(0);
}

await main();
