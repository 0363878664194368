/** Database sessions of workers. */
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { LEASE_SECONDS } from "./job.ts";

/** Application name of workers' sessions, used to find those of stopped workers. */
export const SESSIONS = "roost-worker";

/** Opens a pool whose idle transactions end with the lease: a stopped process would otherwise hold its locks. */
export function openWorkerDatabase(url: string): Sql {
  return openDatabase(url, {
    name: SESSIONS,
    max: 12,
    statementTimeout: 0,
    idleInTransaction: LEASE_SECONDS * 1_000,
  });
}

/**
 * Ends sessions of workers that were stopped during a statement. They keep its locks, and neither
 * `statement_timeout` nor `idle_in_transaction_session_timeout` ends a session that waits for the rest of a message.
 * @param seconds a session must have waited for its process
 */
export async function endStoppedSessions(sql: Sql, seconds: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${SESSIONS} and datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and wait_event = 'ClientRead' and xact_start is not null and state_change < now() - ${seconds} * interval '1 second'`;
}
