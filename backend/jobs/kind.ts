/** What a kind of background job is (docs/decisions/0060-jobs.md). */
import type postgres from "postgres";
import type { Sql } from "#backend/db/client.ts";
import type { Job, JobRow } from "./job.ts";

/** Part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface Failure {
  /** For people. */
  reason: string;
  /** Trying again would not help. */
  isFinal: boolean;
}

export interface Attempt {
  /** Ends with `job.close`, or throws. */
  run(): Promise<void>;
  /** Closes the job as failed for good. */
  fail(reason: string): Promise<void>;
}

/** A table whose rows are jobs. Each row holds its own lease; there is no second table of jobs. */
export interface JobKind<Row extends JobRow> {
  /** Also the payload of the notification that a job waits. */
  table: string;
  /** Jobs that one process runs at once. */
  concurrency: number;
  /** Columns that `run` needs besides those of JobRow. */
  columns: readonly (keyof Row & string)[];
  /** Condition of the rows that are to be run, of `j`. Lease and time are checked besides. */
  waiting(sql: Sql): Fragment;
  /** Which of them is first. */
  order(sql: Sql): Fragment;
  /** Further assignments of the claim: `state = 'running'`. */
  claim?(sql: Sql): Fragment;
  /** Values of a row that goes back to the queue, after a failure with its reason. */
  requeue?(reason?: string): Record<string, unknown>;
  start(job: Job<Row>): Attempt;
  /** Reads an error of an attempt. */
  failureOf(error: unknown): Failure;
  /** Seconds before the next attempt; undefined after the last. */
  retryDelay(retryCount: number): number | undefined;
}
