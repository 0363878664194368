/** Claims the next job of a kind, runs it, and stores its outcome. */
import type { Logger } from "pino";
import postgres from "postgres";
import type { Sql } from "#backend/db/client.ts";
import { Job, JobLostError, type JobRow, LEASE_SECONDS, Requeue } from "./job.ts";
import type { Attempt, JobKind } from "./kind.ts";
import { endStoppedSessions } from "./sessions.ts";

export interface JobOptions {
  sql: Sql;
  log: Logger;
  /** Aborted when the process stops; running jobs are requeued. */
  signal: AbortSignal;
  /** Seconds after which a crashed process's job is taken over. */
  lease?: number | undefined;
}

/** Number of crashes after which a job fails. */
const MAX_CRASHES = 100;
/** A job that must wait for longer fails. */
const MAX_RETRY_AFTER_SECONDS = 86_400;
const JOB_COLUMNS = ["id", "attempt", "retry_count", "crashes"] satisfies (keyof JobRow)[];
const UNIQUE_VIOLATION = "23505";

/** @returns false if no job is waiting */
export async function runNext<Row extends JobRow>(options: JobOptions, kind: JobKind<Row>): Promise<boolean> {
  const job = await claimNext(options, kind);
  if (job !== undefined) await runJob(options, kind, job);
  return job !== undefined;
}

/** @returns undefined if no job is waiting, or another process claimed it first */
export async function claimNext<Row extends JobRow>(
  { sql, log, signal, lease = LEASE_SECONDS }: JobOptions,
  kind: JobKind<Row>,
): Promise<Job<Row> | undefined> {
  await endStoppedSessions(sql, lease);
  const row = await claim(sql, kind, lease);
  return row && new Job(sql, kind.table, row, { signal, lease, log });
}

/** Runs a claimed job. @throws only if its outcome could not be stored */
export async function runJob<Row extends JobRow>(
  options: JobOptions,
  kind: JobKind<Row>,
  claimed: Job<Row>,
): Promise<void> {
  using job = claimed;
  const attempt = kind.start(job);
  try {
    if (job.row.crashes > MAX_CRASHES) await attempt.fail("It stopped the worker too often.");
    else await attempt.run();
  } catch (error) {
    await settle(options, { kind, job, attempt }, error).catch((other: unknown) => {
      if (!(other instanceof JobLostError)) throw other;
    });
  }
}

async function settle<Row extends JobRow>(
  { log, signal }: JobOptions,
  { kind, job, attempt }: { kind: JobKind<Row>; job: Job<Row>; attempt: Attempt },
  error: unknown,
): Promise<void> {
  if (job.isLost) return;
  if (error instanceof Requeue) return await job.requeue({ ...kind.requeue?.(), ...error.values });
  if (signal.aborted) return await job.requeue(kind.requeue?.() ?? {});
  const { reason, isFinal, retryAfter = 0 } = kind.failureOf(error);
  const hasEnd = isFinal || retryAfter > MAX_RETRY_AFTER_SECONDS;
  const usual = hasEnd ? undefined : kind.retryDelay(job.row.retry_count);
  const delay = usual === undefined ? undefined : Math.max(usual, retryAfter);
  log.warn({ err: error, job: job.row.id, kind: kind.table, retry: delay }, "job failed");
  if (delay === undefined) await attempt.fail(reason);
  else await job.requeue(kind.requeue?.(reason) ?? {}, delay);
}

async function claim<Row extends JobRow>(
  sql: Sql,
  kind: JobKind<Row>,
  lease: number,
): Promise<Row | undefined> {
  const table = sql(kind.table);
  const more = kind.claim === undefined ? sql`` : sql`, ${kind.claim(sql)}`;
  const columns: string[] = [...JOB_COLUMNS, ...kind.columns];
  try {
    const rows: JobRow[] = await sql<JobRow[]>`
      update ${table} set attempt = attempt + 1, crashes = crashes + (lease_until is not null)::integer, run_at = null,
        lease_until = now() + ${lease} * interval '1 second' ${more}
      where id = (
        select id from ${table} j
        where (lease_until is null or lease_until < now()) and (run_at is null or run_at <= now()) and ${kind.waiting(sql)}
        order by ${kind.order(sql)} limit 1 for update of j skip locked)
      returning ${sql(columns)}`;
    return rows[0] as Row | undefined;
  } catch (error) {
    // Two processes concurrently claimed two jobs, of which only one may run.
    if (error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}
