/** The outbox: claim, renew, acknowledge, release (docs/decisions/0004-outbox.md). */
import type { Sql } from "#backend/db/client.ts";
import { REBUILD_LOCK } from "#backend/db/locks.ts";
import type { IndexName } from "#shared/search/documents.ts";
import type { RowKey } from "./documents.ts";

export interface Claimed extends RowKey {
  index_name: IndexName;
  version: number;
}

/** Leases up to `limit` due rows to `token`, oldest first; none while an index is being rebuilt. */
export async function claim(
  sql: Sql,
  token: string,
  limit: number,
  leaseSeconds: number,
): Promise<Claimed[]> {
  const rows = await sql<Claimed[]>`
    with gate as materialized (select pg_try_advisory_xact_lock_shared(${REBUILD_LOCK}) as open),
    due as materialized (
      select index_name, service, id from index_outbox
      where (select open from gate) and queued_at <= now() and (leased_until is null or leased_until < now())
      order by queued_at limit ${limit} for update skip locked
    )
    update index_outbox o set leased_until = now() + make_interval(secs => ${leaseSeconds}), leased_by = ${token},
      due_again = null, attempts = o.attempts + 1
    from due where o.index_name = due.index_name and o.service = due.service and o.id = due.id
    returning o.index_name, o.service, o.id, o.version`;
  return [...rows];
}

const arrays = (rows: readonly (RowKey & { index_name: IndexName; version?: number })[]) => ({
  names: rows.map((row) => row.index_name as string),
  services: rows.map((row) => row.service),
  ids: rows.map((row) => row.id),
  versions: rows.map((row) => row.version ?? 0),
});

/**
 * Locks the row of key `k` leased to `token`, unless a writer has locked it. In a subquery, so
 * that rows are looked up by key: joined, the planner expects hardly any with this token, reads the whole table and
 * compares each of them with each key, which took seconds for a batch in an outbox of a million rows.
 */
const leased = (sql: Sql, token: string) => sql`
  select o.index_name, o.service, o.id, o.version from index_outbox o
  where o.index_name = k.index_name collate "C" and o.service = k.service collate "C" and o.id = k.id collate "C"
    and o.leased_by = ${token} for update skip locked`;

/** Extends leases. Rows locked by a writer are skipped: the next renewal finds them. */
export async function renew(
  sql: Sql,
  token: string,
  rows: readonly Claimed[],
  leaseSeconds: number,
): Promise<void> {
  const { names, services, ids } = arrays(rows);
  await sql`
    with mine as materialized (
      select o.*
      from unnest(${names}::text[], ${services}::text[], ${ids}::text[]) as k (index_name, service, id)
      cross join lateral (${leased(sql, token)}) o
    )
    update index_outbox o set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from mine where o.index_name = mine.index_name and o.service = mine.service and o.id = mine.id`;
}

/** Releases leases without acknowledging, for the next claim. */
export async function release(sql: Sql, token: string, rows: readonly Claimed[]): Promise<void> {
  await renew(sql, token, rows, 0);
}

/**
 * Deletes rows that the engine has processed, and quarantine entries of those it accepted. A row that changed
 * since the claim only loses its lease and stays queued. A row leased to another process meanwhile is queued again: our older state may
 * have arrived after theirs. Rows locked by a writer are skipped and retried, so this never waits while holding a lock
 * and cannot deadlock.
 */
export async function acknowledge(
  sql: Sql,
  token: string,
  rows: readonly Claimed[],
  refused: readonly Quarantined[] = [],
): Promise<void> {
  let left: readonly Claimed[] = rows;
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(10 * 2 ** attempt, 500)));
    left = await deleteUnchanged(sql, token, left, refused);
    if (left.length === 0) return;
    const state = await holders(sql, left);
    const lost = left.filter((row) => state.get(identity(row)) !== token);
    for (const row of lost) await requeue(sql, row.index_name, [row]);
    left = left.filter((row) => state.get(identity(row)) === token);
    if (attempt === 12) return; // the lease expires and the row is pushed once more
  }
}

const identity = (row: Pick<Claimed, "index_name" | "service" | "id">) =>
  `${row.index_name}\0${row.service}\0${row.id}`;

/** @returns the rows that were locked or belong to another process */
async function deleteUnchanged(
  sql: Sql,
  token: string,
  rows: readonly Claimed[],
  refused: readonly Quarantined[],
): Promise<Claimed[]> {
  const { names, services, ids, versions } = arrays(rows);
  const bad = arrays(refused);
  return sql<Claimed[]>`
    with k as materialized (
      select * from unnest(${names}::text[], ${services}::text[], ${ids}::text[], ${versions}::bigint[])
        as k (index_name, service, id, version)
    ), mine as materialized (
      select o.index_name, o.service, o.id, o.version = k.version as same
      from k cross join lateral (${leased(sql, token)}) o
    ), deleted as (
      delete from index_outbox o using mine
      where mine.same and o.index_name = mine.index_name and o.service = mine.service and o.id = mine.id
    ), freed as (
      update index_outbox o set leased_until = null, leased_by = null, queued_at = coalesce(o.due_again, now()), due_again = null
      from mine
      where not mine.same and o.index_name = mine.index_name and o.service = mine.service and o.id = mine.id
    ), accepted as (
      delete from index_quarantine q using mine
      where q.index_name = mine.index_name and q.service = mine.service and q.id = mine.id
        and (q.index_name, q.service, q.id) not in (
          select * from unnest(${bad.names}::text[], ${bad.services}::text[], ${bad.ids}::text[]))
    )
    select k.* from k where not exists (
      select from mine where mine.index_name = k.index_name collate "C" and mine.service = k.service collate "C" and mine.id = k.id collate "C")`;
}

async function holders(sql: Sql, rows: readonly Claimed[]): Promise<Map<string, string | null>> {
  const { names, services, ids } = arrays(rows);
  const found = await sql<(Claimed & { leased_by: string | null })[]>`
    select o.index_name, o.service, o.id, o.leased_by
    from unnest(${names}::text[], ${services}::text[], ${ids}::text[]) as k (index_name, service, id)
    join index_outbox o on o.index_name = k.index_name collate "C" and o.service = k.service collate "C" and o.id = k.id collate "C"`;
  return new Map(found.map((row) => [identity(row), row.leased_by]));
}

/** Queues rows again, regardless of their state. */
export async function requeue(sql: Sql, name: IndexName, keys: readonly RowKey[]): Promise<void> {
  const services = keys.map((key) => key.service);
  const ids = keys.map((key) => key.id);
  await sql`select queue_documents(${name}, ${services}::text[], ${ids}::text[])`;
}

/** Makes rows due that are delayed because only their counts changed. Skips rows locked by a writer. */
export async function makeAllDue(sql: Sql): Promise<void> {
  await sql`
    with later as materialized (
      select index_name, service, id from index_outbox where queued_at > now() or due_again > now() for update skip locked
    )
    update index_outbox o set queued_at = least(o.queued_at, now()),
      due_again = case when o.due_again is not null then now() end
    from later where o.index_name = later.index_name and o.service = later.service and o.id = later.id`;
}

/** Number of rows queued or in flight, including those not due yet. */
export async function depth(sql: Sql): Promise<number> {
  const [row] = await sql<[{ n: number }]>`select count(*) as n from index_outbox`;
  return row.n;
}

export type Quarantined = RowKey & { index_name: IndexName; reason: string };

/** Stores refused rows with the reason. */
export async function quarantine(sql: Sql, refused: readonly Quarantined[]): Promise<void> {
  for (const { index_name, service, id, reason } of refused) {
    await sql`
      insert into index_quarantine (index_name, service, id, reason) values (${index_name}, ${service}, ${id}, ${reason.slice(0, 500)})
      on conflict (index_name, service, id) do update set reason = excluded.reason, at = now()`;
  }
}
