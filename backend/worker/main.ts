/** The worker: runs all background jobs, or those of WORKER_KINDS. Several may run (docs/decisions/0060-jobs.md). */
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { readConfig, type WorkerKind } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { openWorkerDatabase } from "#backend/jobs/sessions.ts";
import { runTasks } from "#backend/jobs/tasks.ts";
import { type Context, KINDS } from "./kinds.ts";

/** Jobs under way may take this long to go back to the queue. */
const SHUTDOWN_MS = 3_000;
const RETRY_DELAY_MS = 5_000;

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
  const untried = new Set(config.WORKER_KINDS);
  const onTried = (kind: WorkerKind) => {
    if (untried.delete(kind) && untried.size === 0) process.send?.("ready");
  };
  await Promise.all(config.WORKER_KINDS.map((kind) => runKind(kind, context, onTried)));
  await sql.end({ timeout: 2 });
  process.exit(0);
}

async function runKind(kind: WorkerKind, context: Context, onTried: (kind: WorkerKind) => void) {
  const tasks = await startKind(kind, context, onTried);
  await runTasks(context, tasks);
}

/**
 * Starts a kind of work; if it cannot start, it is tried again while the others run.
 * @param onTried called after each attempt
 * @returns no tasks if the worker stops first
 */
async function startKind(kind: WorkerKind, context: Context, onTried: (kind: WorkerKind) => void) {
  const { log, signal } = context;
  let logged: string | undefined;
  while (!signal.aborted) {
    try {
      return await KINDS[kind](context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== logged) log.error({ kind, reason }, "this kind of work cannot start; the others run");
      logged = reason;
    } finally {
      onTried(kind);
    }
    await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => {});
  }
  return [];
}

await main();
