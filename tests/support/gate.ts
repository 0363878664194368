/** Holds other processes at a statement, so that a test which kills them within their work cannot come too late. */
import type { Sql } from "#backend/db/client.ts";

/** Advisory lock that the gate's sessions wait for. */
const GATE = 5_821_377;

export interface Gate {
  /** Ends the sessions that wait: one of a killed process would go on with what that had sent. */
  open(): Promise<void>;
}

/**
 * Makes every other session wait before it inserts or updates rows of the table.
 * @param when condition in SQL
 */
export async function closeGate(sql: Sql, table: string, when = "true"): Promise<Gate> {
  const session = await sql.reserve();
  await session`select pg_advisory_lock(${GATE})`;
  await sql.unsafe(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$ begin
      if ${when} then perform pg_advisory_xact_lock_shared(${GATE}); end if;
      return null;
    end $$;
    create trigger wait_at_gate before insert or update on ${table} for each statement execute function wait_at_gate();`);
  return {
    async open() {
      await sql`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and not granted and objid = ${GATE}
          and database = (select oid from pg_database where datname = current_database())`;
      await session`select pg_advisory_unlock(${GATE})`;
      session.release();
      await sql.unsafe(`drop trigger wait_at_gate on ${table}`);
    },
  };
}
