/** The queue of imports for administrators. */

import type { Db, Tx } from "#backend/db/client.ts";
import type { ManagedImport } from "#shared/entities/import.ts";
import type { ImportState } from "#shared/rules/importer.ts";
import type { Service } from "#shared/services/index.ts";
import { importColumns } from "./queue.ts";

export interface ImportFilter {
  state?: ImportState | undefined;
  service?: Service | undefined;
}

const filtered = (db: Db, { state, service }: ImportFilter) => db`
  (${state ?? null}::text is null or i.state = ${state ?? null}) and (${service ?? null}::text is null or i.service = ${service ?? null})`;

export async function countImports(db: Db, filter: ImportFilter): Promise<number> {
  const [row] = await db<
    [{ count: number }]
  >`select count(*) as count from imports i where ${filtered(db, filter)}`;
  return row.count;
}

export async function pageOfImports(
  db: Db,
  filter: ImportFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ManagedImport[]> {
  return await db<ManagedImport[]>`
    select ${importColumns(db)}, a.username from imports i left join accounts a on a.id = i.account
    where ${filtered(db, filter)} order by i.created_at desc, i.id offset ${offset} limit ${limit}`;
}

export interface ServiceCounts {
  service: Service;
  queued: number;
  running: number;
  done: number;
  failed: number;
  invalid_key: number;
  canceled: number;
  added: number;
  oldest_seconds: number | null;
}

/** Counts imports that wait, run, or ended in the last 24 hours. */
export async function countsByService(db: Db): Promise<ServiceCounts[]> {
  return await db<ServiceCounts[]>`
    select service,
      count(*) filter (where state = 'queued') as queued,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'done') as done,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'invalid_key') as invalid_key,
      count(*) filter (where state = 'canceled') as canceled,
      coalesce(sum(added), 0)::bigint as added,
      extract(epoch from now() - min(created_at) filter (where state = 'queued'))::integer as oldest_seconds
    from imports where finished_at is null or finished_at > now() - interval '24 hours'
    group by service order by service`;
}

export async function failures(db: Db): Promise<{ service: Service; reason: string; count: number }[]> {
  return await db`
    select service, coalesce(reason, state) as reason, count(*) as count
    from imports where state in ('failed', 'invalid_key') and finished_at > now() - interval '7 days'
    group by 1, 2 order by 3 desc, 1, 2 limit 50`;
}

export async function setPaused(db: Db, service: string, paused: boolean): Promise<void> {
  await (paused
    ? db`insert into import_pauses values (${service}) on conflict do nothing`
    : db`with resumed as (delete from import_pauses where service = ${service}) select pg_notify('roost_jobs', 'imports')`);
}

export type Retried = "retried" | "missing" | "key gone" | "under way";

/** Resets the attempts of an import; one that waits for a retry runs at once. */
export async function retryImport(tx: Tx, id: string): Promise<Retried> {
  const [row] = await tx<{ state: ImportState; has_key: boolean; is_twice: boolean }[]>`
    select state, sealed is not null as has_key, exists (
      select from imports o where o.service = i.service and o.key_hash = i.key_hash and o.id <> i.id
        and o.state in ('queued', 'running')) as is_twice
    from imports i where id = ${id} for update`;
  if (row === undefined) return "missing";
  if (row.state === "running" || row.is_twice) return "under way";
  if (!row.has_key) return "key gone";
  await tx`
    update imports set state = 'queued', retry_count = 0, crashes = 0, run_at = null, queued_at = now(), finished_at = null,
      reason = null
    where id = ${id}`;
  return "retried";
}
