/** The one way to open a transaction. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Sql, Tx } from "./client.ts";

/** Serialization failure and deadlock: the same work may well succeed against the state that won. */
const RETRYABLE: ReadonlySet<string> = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
const BACKOFF_MS = 20;

export interface TransactionOptions {
  /** Aborts the transaction: the running statement is canceled, everything is rolled back, nothing is retried. */
  signal?: AbortSignal | undefined;
  /** PostgreSQL's default where absent: read committed. */
  isolation?: "repeatable read" | "serializable";
  readOnly?: boolean;
}

/**
 * Runs `work` in a transaction that commits when it resolves and rolls back when it rejects. On a serialization failure or
 * a deadlock the whole of it runs again, a few times with growing random pauses, so `work` must have no effect outside of
 * the database. Never await an HTTP call (Meilisearch, storage, another site) in it: locks would be held for as long as
 * the other side takes. Queue what is to happen elsewhere in a table, in the same transaction.
 * @throws the signal's reason when aborted, also between the end of `work` and the commit; else what `work` throws
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
    // The failing statement makes PostgreSQL refuse all that `work` may still send, until the rollback.
    canceling = Promise.allSettled([
      canceler(sql)`select pg_cancel_backend(${backend?.pid ?? 0})`.execute(),
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
    await canceling; // before the connection serves another, which the cancellation must not hit
  }
}

const cancelers = new WeakMap<Sql, Sql>();

/** A connection beside the pool: in a pool full of slow transactions the cancellation would wait for them to end. */
function canceler(sql: Sql): Sql {
  const known = cancelers.get(sql);
  if (known !== undefined) return known;
  const made = postgres({
    ...sql.options,
    max: 1,
    idle_timeout: 1,
    fetch_types: false,
  } as object) as unknown as Sql;
  cancelers.set(sql, made);
  return made;
}

function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && RETRYABLE.has(error.code);
}
