import type { ReservedSql } from "postgres";

/**
 * Releases a reserved connection. A lost connection must not be returned to the driver, which would treat it as open.
 */
export async function endSession(session: ReservedSql): Promise<void> {
  const alive = await session`select 1`.then(
    () => true,
    () => false,
  );
  if (alive) session.release();
}
