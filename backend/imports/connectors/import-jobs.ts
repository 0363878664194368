/** The queue of imports with session keys (docs/decisions/0035-importer.md). */
import { randomUUID } from "node:crypto";
import type { Fragment, Sql } from "#backend/db/client.ts";
import type { JobKind } from "#backend/jobs/kind.ts";
import type { JobOptions } from "#backend/jobs/run-next.ts";
import { jobTask, type Task } from "#backend/jobs/tasks.ts";
import { Attempt, AttemptError, type ImporterOptions, type ImportRow } from "./attempt.ts";
import { failUnopenable, GRACE_SECONDS } from "./lost-keys.ts";
import { deleteUnnamedFiles, publishFiles } from "./pending-files.ts";
import { announce, deleteLeftFolders, startDueImports, sweep, withdraw } from "./upkeep.ts";

const CONCURRENCY = 3;
/** Delays before the second, third, ... attempt. */
const RETRY_DELAYS_SECONDS = [60, 300, 900, 3_600];
const ANNOUNCE_INTERVAL_MS = 20_000;
const SWEEP_INTERVAL_MS = 600_000;

export function importJobs(options: ImporterOptions): JobKind<ImportRow> {
  return {
    table: "imports",
    concurrency: CONCURRENCY,
    columns: [
      "service",
      "account",
      "service_key",
      "priority",
      "key_hash",
      "sealed",
      "save_dms",
      "sub_count",
      "added",
    ],
    waiting: (sql) => sql`
      (j.state = 'running' and ${canRead(sql, options)} or j.state = 'queued' and ${canRun(sql, options, "")})`,
    order,
    claim: (sql) => sql`
      state = 'running', current_try_started_at = now(), first_started_at = coalesce(first_started_at, now())`,
    requeue: (reason) => ({ state: "queued", ...(reason === undefined ? {} : { reason }) }),
    start: (job) => new Attempt({ ...options, others: canRun(options.sql, options, job.row.id) }, job),
    failureOf: (error) =>
      error instanceof AttemptError
        ? error.failure
        : { reason: "The archive could not store what came.", isFinal: false },
    retryDelay: (retryCount) => RETRY_DELAYS_SECONDS[retryCount],
  };
}

/** Condition for imports whose connector and key this importer has. */
const canRead = (sql: Sql, { connectors, key }: ImporterOptions) => sql`
  j.service = any(${[...connectors.keys()]}::text[]) and j.sealed_by = ${key.fingerprint} and j.sealed is not null`;

/** Condition for imports that may start now, or instead of the import `id`: one import per account and service at a time. */
const canRun = (sql: Sql, options: ImporterOptions, id: string): Fragment => sql`
  ${canRead(sql, options)} and j.service not in (select service from import_pauses) and not exists (
    select from imports o where o.account = j.account and o.service = j.service and o.state = 'running' and o.id <> ${id})`;

/**
 * Manual before automatic imports, then fairly: first the account (or network, without an account) with the fewest running
 * imports, then the service with the fewest, then the longest wait, which restarts after each turn.
 */
const order = (sql: Sql): Fragment => sql`
  j.priority desc,
  (select count(*) from imports o where o.state = 'running' and o.owner = j.owner),
  (select count(*) from imports o where o.state = 'running' and o.service = j.service),
  j.queued_at`;

/** Tasks of an importer: imports, files of reviewed DMs, and maintenance. */
export function importerTasks(options: ImporterOptions & JobOptions): Task[] {
  const { sql, data, key, connectors, signal } = options;
  const id = randomUUID();
  const started = performance.now();
  signal.addEventListener("abort", () => void withdraw(sql, id).catch(() => {}), { once: true });
  return [
    jobTask(options, importJobs(options)),
    {
      name: "importers",
      everyMs: ANNOUNCE_INTERVAL_MS,
      run: async () => {
        await announce(sql, { id, connectors, fingerprint: key.fingerprint });
        // Other importers may still be starting.
        if (performance.now() - started > GRACE_SECONDS * 1_000) await failUnopenable(sql);
        await startDueImports(sql);
      },
    },
    {
      name: "pending_dms",
      everyMs: SWEEP_INTERVAL_MS,
      run: async () => {
        await publishFiles(options);
        await deleteUnnamedFiles(options);
      },
    },
    {
      name: "importer upkeep",
      everyMs: SWEEP_INTERVAL_MS,
      run: async () => {
        await sweep(sql);
        await deleteLeftFolders(sql, data);
      },
    },
  ];
}
