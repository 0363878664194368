/** Keeps other processes from writing the outcome of their work, so that they are within it whenever a test kills them. */
import type { Sql } from "#backend/db/client.ts";

/** No other connection writes rows of the table while `work` runs, and those that waited for it end without. */
export async function withoutRows(sql: Sql, table: string, work: () => Promise<void>): Promise<void> {
  const lock = await sql.reserve();
  try {
    await lock`begin`;
    await lock`lock table ${sql(table)} in share row exclusive mode`;
    await work();
    // A killed process's session would go on with what it had sent.
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where relation = ${table}::text::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`;
  } finally {
    await lock`rollback`;
    lock.release();
  }
}
