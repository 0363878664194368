/**
 * Adds recorded favorites to the counts, at most once a minute across all processes (docs/decisions/0023-counters.md).
 */
import type { Logger } from "pino";
import type { Sql, Tx } from "./client.ts";
import { WRITE_LOCK } from "./locks.ts";
import { transaction } from "./tx.ts";

const MIN_INTERVAL_MS = 60_000;
/** Poll interval when idle: delay until the first favorite after a quiet time is noticed. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Rolls up periodically until stopped. Several processes may run it.
 * @param every minimum interval between two roll-ups, in milliseconds
 * @returns a function that stops it
 */
export function startFavoriteRollup(sql: Sql, log: Logger, every = MIN_INTERVAL_MS): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const round = async () => {
    let wait = POLL_INTERVAL_MS;
    try {
      wait = await rollUp(sql, every);
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "favorites not counted yet",
      );
    }
    if (!stopped) timer = setTimeout(round, wait).unref();
  };
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Adds all recorded favorites to the counts, if the last roll-up is long enough ago.
 * @param every minimum interval between two roll-ups, in milliseconds
 * @returns milliseconds until the next call is useful
 */
export async function rollUp(sql: Sql, every = MIN_INTERVAL_MS): Promise<number> {
  const wait = await untilDue(sql, every);
  if (wait !== 0) return wait;
  await transaction(sql, async (tx) => {
    // Between ingest batches, which also write counts and the index outbox, but in a different order.
    await tx`set local statement_timeout = '60s'`;
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    const { count } = await tx`
      update favorite_rollup set ran_at = clock_timestamp()
      where ran_at <= clock_timestamp() - make_interval(secs => ${every / 1000})`;
    if (count === 0) return; // another process was faster
    await addDeltas(tx, "post");
    await addDeltas(tx, "creator");
  });
  return Math.min(every, POLL_INTERVAL_MS);
}

/** 0 if due. */
async function untilDue(sql: Sql, every: number): Promise<number> {
  const [row] = await sql<[{ pending: boolean; age: number }]>`
    select exists (select from favorite_deltas) as pending,
      extract(epoch from clock_timestamp() - greatest(ran_at, 'epoch'))::float8 * 1000 as age from favorite_rollup`;
  if (!row.pending) return Math.min(every, POLL_INTERVAL_MS);
  return Math.max(0, Math.ceil(every - row.age));
}

/** A single statement: if the process dies, a delta is either still recorded or in the count. */
async function addDeltas(tx: Tx, entity: "creator" | "post"): Promise<void> {
  await tx`
    with added as (
      delete from favorite_deltas where entity = ${entity} returning service, id, delta
    ), sums as (
      select service, id, sum(delta) as delta from added group by service, id having sum(delta) <> 0 order by service, id
    )
    update ${entity === "post" ? tx`post_counts` : tx`creator_counts`} c
    set favorites = greatest(0, c.favorites + s.delta)
    from sums s where c.service = s.service and c.id = s.id`;
}
