/** A claimed job: its lease, its heartbeat, and its fenced updates. */
import type { Logger } from "pino";
import type { Db, Sql, Tx } from "#backend/db/client.ts";

export const LEASE_SECONDS = 30;
const HEARTBEATS_PER_LEASE = 6;
const MAX_HEARTBEAT_MS = 1_000;

/** Columns that all job tables have, as of the claim. */
export interface JobRow {
  id: string;
  /** Fencing token: number of claims. */
  attempt: number;
  retry_count: number;
  /** Number of claims that ended with a crash. */
  crashes: number;
}

/** The job was taken over by another process, canceled or deleted. */
export class JobLostError extends Error {
  override name = "JobLostError";
  constructor() {
    super("The job was canceled or taken over.");
  }
}

/** Thrown by `run` to requeue the job; not a failure. */
export class Requeue extends Error {
  override name = "Requeue";
  constructor(readonly values: Record<string, unknown> = {}) {
    super("The job goes back to the queue.");
  }
}

export class Job<Row extends JobRow> implements Disposable {
  readonly row: Row;
  /** Aborted when the job is lost or the process stops. */
  readonly signal: AbortSignal;
  /** Columns written by each heartbeat and at the end. */
  progress: (() => Record<string, unknown>) | undefined;
  /** Called after each heartbeat. */
  onHeartbeat: (() => Promise<void>) | undefined;
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #name: string;
  readonly #lease: number;
  readonly #lost = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  #leasedUntil: number;

  /** @param lease in seconds */
  constructor(
    sql: Sql,
    table: string,
    row: Row,
    { signal, lease, log }: { signal: AbortSignal; lease: number; log: Logger },
  ) {
    this.#sql = sql;
    this.#log = log;
    this.#name = table;
    this.row = row;
    this.#lease = lease;
    this.#leasedUntil = performance.now() + lease * 1_000;
    this.signal = AbortSignal.any([signal, this.#lost.signal]);
    const every = Math.min((lease * 1_000) / HEARTBEATS_PER_LEASE, MAX_HEARTBEAT_MS);
    this.#heartbeat = setInterval(() => void this.#beat(), every);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#heartbeat);
  }

  get isLost(): boolean {
    return this.#lost.signal.aborted;
  }

  /** Locks the row until the end of the transaction, so that no other process can claim it. @throws JobLostError */
  readonly fence = async (tx: Tx): Promise<void> => {
    const { count } = await tx`select from ${this.#table(tx)} where ${this.#isMine(tx)} for share`;
    if (count === 0) throw this.#lose();
  };

  /** Writes the outcome and ends the lease. @throws JobLostError */
  async close(db: Db, values: Record<string, unknown>): Promise<void> {
    const { count } = await db`
      update ${this.#table(db)} set ${db({ ...this.progress?.(), ...values } as never)}, lease_until = null
      where ${this.#isMine(db)}`;
    if (count === 0) throw this.#lose();
  }

  /** Requeues the job, or with `seconds` retries a failed attempt after that delay. */
  async requeue(values: Record<string, unknown>, seconds?: number): Promise<void> {
    const sql = this.#sql;
    const isRetry = seconds !== undefined;
    // Jitter spreads the retries of jobs that failed together; never shorter than what a service asks for.
    const { count } = await sql`
      update ${this.#table(sql)} set ${sql({ ...this.progress?.(), ...values, retry_count: this.row.retry_count + (isRetry ? 1 : 0) })},
        lease_until = null,
        run_at = ${isRetry ? sql`now() + ${seconds} * (1 + 0.2 * random()) * interval '1 second'` : sql`null`}
      where ${this.#isMine(sql)}`;
    if (count === 0) throw this.#lose();
  }

  async #beat(): Promise<void> {
    const sql = this.#sql;
    const sent = performance.now();
    try {
      const values = { attempt: this.row.attempt, ...this.progress?.() };
      const { count } = await sql`
        update ${this.#table(sql)} set ${sql(values as never)}, lease_until = now() + ${this.#lease} * interval '1 second'
        where ${this.#isMine(sql)}`;
      if (count === 0) this.#lose();
      else this.#leasedUntil = sent + this.#lease * 1_000;
      await this.onHeartbeat?.();
    } catch (error) {
      if (this.isLost) return;
      this.#log.warn({ err: error, job: this.row.id }, "heartbeat failed");
      // Once the lease has expired by this clock, another process may have the job.
      if (performance.now() > this.#leasedUntil) this.#lose();
    }
  }

  #table(db: Db) {
    return db(this.#name);
  }

  #isMine(db: Db) {
    return db`id = ${this.row.id} and attempt = ${this.row.attempt} and lease_until is not null`;
  }

  #lose(): JobLostError {
    const error = new JobLostError();
    this.#lost.abort(error);
    return error;
  }
}
