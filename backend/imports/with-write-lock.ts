import type { Sql, Tx } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";

/**
 * Runs a transaction between the batches of other imports and removals.
 * @param fence rejects writes of a process that has lost its import to another
 */
export async function withWriteLock(
  sql: Sql,
  fence: InTransaction | undefined,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await transaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    await work(tx);
    await fence?.(tx);
  });
}
