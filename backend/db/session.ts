import type { ReservedSql } from "postgres";

/**
 * Ends a reserved connection's reservation. One that was lost meanwhile is not the driver's to hand out again: it
 * would put a dead connection among the open ones.
 */
export async function endSession(session: ReservedSql): Promise<void> {
  const alive = await session`select 1`.then(
    () => true,
    () => false,
  );
  if (alive) session.release();
}
