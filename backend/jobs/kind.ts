/** Definition of a kind of background job (docs/decisions/0060-jobs.md). */
import type { Fragment, Sql } from "#backend/db/client.ts";
import type { Job, JobRow } from "./job.ts";

export interface Failure {
  /** Human-readable. */
  reason: string;
  /** A retry would not help. */
  isFinal: boolean;
  /** Minimum seconds before the next attempt. */
  retryAfter?: number | undefined;
}

export interface Attempt {
  /** Ends with `job.close`, or throws. */
  run(): Promise<void>;
  /** Closes the job as permanently failed. */
  fail(reason: string): Promise<void>;
}

/** A table whose rows are jobs. Each row holds its own lease; there is no second table of jobs. */
export interface JobKind<Row extends JobRow> {
  /** Also the payload of the notification of a waiting job. */
  table: string;
  /** Maximum of concurrent jobs per process. */
  concurrency: number;
  /** Columns that `run` needs besides those of JobRow. */
  columns: readonly (keyof Row & string)[];
  /** Condition on `j` for jobs to run; lease and time are checked in addition. */
  waiting(sql: Sql): Fragment;
  /** Order in which jobs are claimed. */
  order(sql: Sql): Fragment;
  /** Additional assignments of the claim: `state = 'running'`. */
  claim?(sql: Sql): Fragment;
  /** Values of a requeued row; `reason` is set after a failure. */
  requeue?(reason?: string): Record<string, unknown>;
  start(job: Job<Row>): Attempt;
  /** Converts the error of an attempt to a failure. */
  failureOf(error: unknown): Failure;
  /** Seconds before the next attempt; undefined after the last. */
  retryDelay(retryCount: number): number | undefined;
}
