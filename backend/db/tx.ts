/** The only way to open a transaction. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Sql, Tx } from "./client.ts";

/** Serialization failure and deadlock: a retry may succeed. */
const RETRYABLE: ReadonlySet<string> = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
const BACKOFF_MS = 20;

export interface TransactionOptions {
  /** Aborts the transaction: cancels the running statement, rolls back, and does not retry. */
  signal?: AbortSignal | undefined;
  /** Default: read committed. */
  isolation?: "repeatable read" | "serializable";
  readOnly?: boolean;
}

/**
 * Runs `work` in a transaction that commits when it resolves and rolls back when it rejects. On a serialization failure
 * or deadlock it is retried a few times with growing random delays, so `work` must have no effects outside the
 * database. Never await an HTTP call (Meilisearch, storage, another site) in it: locks would be held until the other
 * side responds. Queue such work in a table, in the same transaction.
 * @throws the signal's reason when aborted, also between the end of `work` and the commit; otherwise what `work` throws
 */
export async function transaction<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  { signal, isolation, readOnly = false }: TransactionOptions = {},
): Promise<T> {
  const mode = [isolation && `isolation level ${isolation}`, readOnly && "read only"]
    .filter(Boolean)
    .join(" ");
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return (await sql.begin(mode, (tx) => (signal ? abortable(sql, tx, work, signal) : work(tx)))) as T;
    } catch (error) {
      if (attempt === ATTEMPTS || signal?.aborted || !isRetryable(error)) throw error;
      await sleep(BACKOFF_MS * 2 ** attempt * Math.random());
    }
  }
}

async function abortable<T>(sql: Sql, tx: Tx, work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T> {
  const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  let canceling: Promise<unknown> | undefined;
  const abort = () => {
    // The failing statement makes PostgreSQL reject everything `work` may still send, until the rollback.
    canceling = Promise.allSettled([
      cancelConnection(sql)`select pg_cancel_backend(${backend?.pid ?? 0})`.execute(),
      tx`select 1 / 0`.execute(),
    ]);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    const result = await work(tx);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", abort);
    await canceling; // before the connection is reused, so that the cancellation cannot hit another query
  }
}

const cancelConnections = new WeakMap<Sql, Sql>();

/** A connection outside the pool: in a pool full of slow transactions the cancellation would wait for them. */
function cancelConnection(sql: Sql): Sql {
  const known = cancelConnections.get(sql);
  if (known !== undefined) return known;
  const made = postgres({
    ...sql.options,
    max: 1,
    idle_timeout: 1,
    fetch_types: false,
  } as object) as unknown as Sql;
  cancelConnections.set(sql, made);
  return made;
}

function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && RETRYABLE.has(error.code);
}
