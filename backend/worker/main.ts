/** The worker: runs all background jobs, or those of WORKER_KINDS. Several may run (docs/decisions/0060-jobs.md). */
import { pino } from "pino";
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { openWorkerDatabase } from "#backend/jobs/sessions.ts";
import { runTasks } from "#backend/jobs/tasks.ts";
import { KINDS } from "./kinds.ts";

/** Jobs under way may take this long to go back to the queue. */
const SHUTDOWN_MS = 3_000;

async function main(): Promise<void> {
  const config = readConfig();
  if (config.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL: the worker by itself needs it; npm start brings it.");
  const log = pino({ level: config.LOG_LEVEL });
  const sql = openWorkerDatabase(config.DATABASE_URL);
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref(); // batches are whole, and their lease ends by itself
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end); // the supervisor is gone
  const context = { config, sql, storage: openStorage(config), log, signal: stop.signal };
  const tasks = await Promise.all(config.WORKER_KINDS.map((kind) => KINDS[kind](context)));
  process.send?.("ready");
  await runTasks(context, tasks.flat());
  await sql.end({ timeout: 2 });
  process.exit(0);
}

await main();
