/** A streaming replica for visitors' reads, used whenever it has all data that a read may show (decision 0053). */
import type { Logger } from "pino";
import type { Topic } from "#shared/contracts/topics.ts";
import { type Changes, withTimeout } from "./changes.ts";
import { type Db, openDatabase, type Sql } from "./client.ts";
import { InterruptibleDelay } from "./interruptible-delay.ts";

/**
 * Interval between checks of the replica without changes, in milliseconds; minimum interval if reads need a newer
 * state.
 */
const CHECK_INTERVAL_MS = 1_000;
const MIN_CHECK_DELAY_MS = 5;
/** Reply timeout after which the replica is considered dead. */
const REPLY_TIMEOUT_MS = 2_000;
/**
 * Delay between polls of its progress, growing by a quarter up to the maximum, so that the detection delay stays
 * proportional to the lag.
 */
const MIN_POLL_DELAY_MS = 2;
const POLL_BACKOFF = 1.25;
const MAX_POLL_DELAY_MS = 250;
const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 5_000;

/** A position in the primary's log. */
export interface LogPosition {
  lsn: string;
  timeline: number;
  system: string;
}

export interface ReplicaState {
  /** True if connected and verified as a replica of the primary. */
  connected: boolean;
  /** Seconds since it was last known to be complete; 0 if it is. */
  lag: number;
  /** Reads started on each. */
  reads: { replica: number; primary: number };
}

export interface Replica {
  /**
   * A pool for the statements of one read. Each uses the replica if that shows every known change of the topics,
   * otherwise the primary; after that all later ones use the primary too, so that no statement sees an older state than
   * the one before.
   */
  reads(topics: readonly Topic[]): Sql;
  /** Counts a read that must see what its sender just wrote. */
  skip(): void;
  state(): ReplicaState;
  close(): Promise<void>;
}

/** Current position of the primary: every commit seen so far is before it. */
export async function logPosition(primary: Db): Promise<LogPosition> {
  const [row] = await primary<[{ lsn: string; segment: string; system: string }]>`
    select lsn::text, pg_walfile_name(lsn) as segment, (select system_identifier::text from pg_control_system()) as system
    from (select pg_current_wal_insert_lsn() as lsn) now`;
  return { lsn: row.lsn, timeline: Number.parseInt(row.segment.slice(0, 8), 16), system: row.system };
}

/**
 * Bytes of log that the server has yet to replay up to the position; 0 if it has all before it.
 * @throws Error if it is not a replica of that primary
 */
export async function bytesBehind(server: Db, position: LogPosition): Promise<number> {
  const [row] = await server<[{ bytes: number | null; timeline: number; system: string; recovers: boolean }]>`
    select pg_wal_lsn_diff(${position.lsn}::pg_lsn, pg_last_wal_replay_lsn())::bigint as bytes,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as recovers`;
  if (row.system !== position.system)
    throw new Error("It is another server's, not a replica of this primary.");
  if (!row.recovers) throw new Error("It is no replica: it takes writes itself.");
  // Positions on two timelines are not comparable. After a failover this lasts until the next restart point.
  if (row.timeline !== position.timeline)
    throw new Error(`It follows timeline ${row.timeline}; the primary writes timeline ${position.timeline}.`);
  return row.bytes === null ? Number.POSITIVE_INFINITY : Math.max(0, row.bytes);
}

/** Follows the replica until closed; while it is unavailable every read uses the primary. */
export function followReplica(url: string, primary: Sql, changes: Changes, log: Logger): Replica {
  return new Follower(url, primary, changes, log);
}

interface Connected {
  pool: Sql;
  /** A separate connection, so that a full pool is not mistaken for a dead server. */
  pollPool: Sql;
}

class Follower implements Replica {
  readonly #url: string;
  readonly #primary: Sql;
  readonly #changes: Changes;
  readonly #log: Logger;
  readonly #running: Promise<void>;
  readonly #reads = { replica: 0, primary: 0 };
  #connected: Connected | undefined;
  /**
   * Every change up to this version is replayed; only valid for the current connections, because a restarted server may
   * be behind again.
   */
  #shown = Number.NEGATIVE_INFINITY;
  #behindSince: number | undefined = performance.now();
  /** Ends the delay early when a connection is lost. */
  readonly #delay = new InterruptibleDelay();
  /** Delay while the replica is fine; also ends early when a read needs a newer state than known. */
  readonly #idle = new InterruptibleDelay();
  #closed = false;

  constructor(url: string, primary: Sql, changes: Changes, log: Logger) {
    this.#url = url;
    this.#primary = primary;
    this.#changes = changes;
    this.#log = log;
    this.#running = this.#run();
  }

  reads(topics: readonly Topic[]): Sql {
    let chosen: "replica" | "primary" | undefined;
    const choose = (): Sql => {
      const pool = chosen === "primary" ? undefined : this.#poolFor(topics);
      const now = pool === undefined ? "primary" : "replica";
      if (chosen === undefined) this.#reads[now]++;
      chosen = now;
      return pool ?? this.#primary;
    };
    const call = (...args: Parameters<Sql>) => choose()(...args);
    const overrides = { unsafe: (...args: Parameters<Sql["unsafe"]>) => choose().unsafe(...args) };
    return Object.assign(Object.setPrototypeOf(call, this.#primary), overrides) as Sql;
  }

  skip(): void {
    this.#reads.primary++;
  }

  state(): ReplicaState {
    const lag = this.#behindSince === undefined ? 0 : (performance.now() - this.#behindSince) / 1000;
    return { connected: this.#shown !== Number.NEGATIVE_INFINITY, lag, reads: { ...this.#reads } };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#delay.close();
    this.#idle.close();
    await this.#disconnect();
    await this.#running;
  }

  #poolFor(topics: readonly Topic[]): Sql | undefined {
    const version = this.#changes.version(...topics);
    if (version === undefined || this.#connected === undefined) return undefined;
    if (version <= this.#shown) return this.#connected.pool;
    this.#idle.end();
    return undefined;
  }

  async #run(): Promise<void> {
    let pause = MIN_RETRY_DELAY_MS;
    let wasFine: boolean | undefined;
    while (!this.#closed) {
      const problem = await this.#follow().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const isFine = problem === undefined;
      if (!isFine) await this.#disconnect();
      if (this.#closed) return;
      if (isFine !== wasFine && isFine) this.#log.info("the replica answers reads");
      if (isFine !== wasFine && !isFine) this.#log.warn({ reason: problem }, "the replica is not used");
      wasFine = isFine;
      pause = isFine ? MIN_RETRY_DELAY_MS : Math.min(pause * 2, MAX_RETRY_DELAY_MS);
      await this.#delay.wait(isFine ? MIN_CHECK_DELAY_MS : pause);
      if (isFine) await this.#idle.wait(CHECK_INTERVAL_MS);
    }
  }

  /** Resolves once the replica shows everything notified before. */
  async #follow(): Promise<void> {
    const { pollPool } = this.#connected ?? this.#connect();
    const version = this.#changes.version(); // before the position, so that all it counts was committed by then
    const position = await withTimeout(REPLY_TIMEOUT_MS, logPosition(this.#primary));
    for (let pause = MIN_POLL_DELAY_MS; ; pause = Math.min(pause * POLL_BACKOFF, MAX_POLL_DELAY_MS)) {
      const bytes = await withTimeout(REPLY_TIMEOUT_MS, bytesBehind(pollPool, position));
      if (this.#connected?.pollPool !== pollPool) throw new Error("The connection was lost.");
      if (bytes === 0) break;
      this.#behindSince ??= performance.now();
      await this.#delay.wait(pause);
      if (this.#closed) return;
    }
    if (version !== undefined) this.#shown = version;
    this.#behindSince = undefined;
  }

  #connect(): Connected {
    // Connections are never renewed silently: losing one may mean that the server has restarted.
    const lost = () => {
      if (this.#connected === connected) void this.#disconnect();
    };
    const options = { statementTimeout: STATEMENT_TIMEOUT_MS, onLost: lost };
    const connected = {
      pool: openDatabase(this.#url, { ...options, name: "roost-api-reads" }),
      pollPool: openDatabase(this.#url, { ...options, max: 1, name: "roost-replica" }),
    };
    this.#connected = connected;
    return connected;
  }

  /** Running statements fail at once and are retried on the primary. */
  async #disconnect(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    this.#shown = Number.NEGATIVE_INFINITY;
    this.#behindSince ??= performance.now();
    this.#delay.end();
    this.#idle.end();
    await Promise.allSettled([connected?.pool.end({ timeout: 0 }), connected?.pollPool.end({ timeout: 0 })]);
  }
}
