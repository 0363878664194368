/** What the importer does beside its imports. */
import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import type { Connector } from "./attempt.ts";

/** The name of an importer's sessions, by which another finds those of a stopped one. */
export const SESSIONS = "roost-importer";
/** Behind those that people wait for. */
const AUTOMATIC = -10;

/** Tells the API which connectors there are. */
export async function announce(
  sql: Sql,
  id: string,
  connectors: ReadonlyMap<string, Pick<Connector, "name">>,
): Promise<void> {
  const names = Object.fromEntries([...connectors].map(([service, { name }]) => [service, name]));
  await sql`
    insert into importers (id, connectors) values (${id}, ${sql.json(names)})
    on conflict (id) do update set connectors = excluded.connectors, seen_at = now()`;
}

export async function withdraw(sql: Sql, id: string): Promise<void> {
  await sql`delete from importers where id = ${id}`;
}

/** Automatic imports whose time has come. */
export async function startDueImports(sql: Sql): Promise<void> {
  await transaction(sql, async (tx) => {
    const due = await tx<{ id: number }[]>`
      update service_keys set next_import_at = now() + interval '24 hours' + random() * interval '1 hour'
      where id in (
        select id from service_keys where auto_import and not dead and next_import_at <= now()
        order by next_import_at limit 50 for update skip locked)
      returning id`;
    for (const { id } of due)
      await tx`
        insert into imports (id, service, account, service_key, priority, key_hash, sealed, sealed_by, save_dms)
        select ${randomBytes(16).toString("hex")}, service, account, id, ${AUTOMATIC}, key_hash, sealed, sealed_by, save_dms
        from service_keys where id = ${id}
        on conflict (service, key_hash) where state in ('queued', 'running') do nothing`;
    if (due.length > 0) await tx`select pg_notify('roost_imports', '')`;
  });
}

/** Keys that nobody chose to save, logs, and imports of long ago. */
export async function sweep(sql: Sql, maxAttempts: number): Promise<void> {
  await sql`
    update imports set state = 'failed', finished_at = now(), reason = 'It stopped the importer too often.'
    where attempt >= ${maxAttempts} and (state = 'queued' or state = 'running' and lease_until < now())`;
  await sql`
    update imports set sealed = null where sealed is not null and finished_at < now() - interval '23 hours'`;
  await sql`delete from import_logs where at < now() - interval '48 hours'`;
  await sql`delete from imports where finished_at < now() - interval '90 days'`;
  await sql`delete from importers where seen_at < now() - interval '1 hour'`;
  await sql`delete from connector_states where changed_at < now() - interval '180 days'`;
}

/**
 * Ends sessions of importers that were stopped in the middle of a statement. They keep its locks, and neither
 * `statement_timeout` nor `idle_in_transaction_session_timeout` ends a session that waits for the rest of a message.
 * @param seconds that one waits for its process
 */
export async function endStopped(sql: Sql, seconds: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${SESSIONS} and datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and wait_event = 'ClientRead' and xact_start is not null and state_change < now() - ${seconds} * interval '1 second'`;
}

/** Working folders of attempts whose process died. @param data the data folder */
export async function deleteLeftFolders(sql: Sql, data: string): Promise<void> {
  const parent = join(data, "importer");
  const names = await readdir(parent).catch(() => []);
  if (names.length === 0) return;
  const left = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) name
    where not exists (select from imports where state = 'running' and lease_until > now() and id || '-' || attempt = name)`;
  for (const { name } of left) await rm(join(parent, name), { recursive: true, force: true });
}
