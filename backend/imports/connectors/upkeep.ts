/** Maintenance tasks of the importer: heartbeat, automatic imports, cleanup. */
import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import type { Connector } from "./attempt.ts";

/** Lower than manual imports. */
const AUTOMATIC_PRIORITY = -10;

/** Publishes the available connectors and the importer key for the API. */
export async function announce(
  sql: Sql,
  {
    id,
    connectors,
    fingerprint,
  }: { id: string; connectors: ReadonlyMap<string, Pick<Connector, "name">>; fingerprint: string },
): Promise<void> {
  const names = Object.fromEntries([...connectors].map(([service, { name }]) => [service, name]));
  await sql`
    with key as (update importer_keys set seen_at = now() where fingerprint = ${fingerprint})
    insert into importers (id, connectors) values (${id}, ${sql.json(names)})
    on conflict (id) do update set connectors = excluded.connectors, seen_at = now()`;
}

export async function withdraw(sql: Sql, id: string): Promise<void> {
  await sql`delete from importers where id = ${id}`;
}

/** Queues automatic imports that are due. */
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
        insert into imports (id, service, account, owner, service_key, priority, key_hash, sealed, sealed_by, save_dms)
        select ${randomBytes(16).toString("hex")}, service, account, account::text, id, ${AUTOMATIC_PRIORITY}, key_hash, sealed, sealed_by, save_dms
        from service_keys where id = ${id}
        on conflict (service, key_hash) where state in ('queued', 'running') do nothing`;
  });
}

/** Deletes keys of ended imports, old logs and rows. */
export async function sweep(sql: Sql): Promise<void> {
  await sql`
    update imports set sealed = null where sealed is not null and finished_at < now() - interval '23 hours'`;
  await sql`delete from import_logs where at < now() - interval '48 hours'`;
  await sql`delete from imports where finished_at < now() - interval '90 days'`;
  await sql`delete from importers where seen_at < now() - interval '1 hour'`;
  await sql`delete from connector_states where changed_at < now() - interval '180 days'`;
}

/** Deletes working folders of crashed attempts. @param data the data folder */
export async function deleteLeftFolders(sql: Sql, data: string): Promise<void> {
  const parent = join(data, "importer");
  const names = await readdir(parent).catch(() => []);
  if (names.length === 0) return;
  const left = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) name
    where not exists (select from imports where state = 'running' and lease_until > now() and id || '-' || attempt = name)`;
  for (const { name } of left) await rm(join(parent, name), { recursive: true, force: true });
}
