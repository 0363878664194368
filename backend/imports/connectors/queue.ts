/** Queue of imports, saved keys and pending DMs, for the API and operators. */
import { randomBytes } from "node:crypto";
import type { Db, Tx } from "#backend/db/client.ts";
import type { Import, ServiceKey } from "#shared/entities/import.ts";
import type { Service } from "#shared/services/index.ts";

/** Minimum of waiting imports for the status "backlogged". */
const BACKLOG = 20;
const CONNECTOR_SEEN = "5 minutes";
const RUNNING_SEEN = "1 minute";
const MAX_LOGS = 1_000;

export interface ImporterState {
  /** Connector name by service, of recently seen importers. */
  connectors: Partial<Record<Service, string>>;
  paused: Service[];
  running: boolean;
  backlogged: boolean;
}

export async function importerState(db: Db): Promise<ImporterState> {
  const [row] = await db<[ImporterState]>`
    select
      coalesce((
        select json_object_agg(c.key, c.value)
        from importers i, jsonb_each_text(i.connectors) c where i.seen_at > now() - ${CONNECTOR_SEEN}::interval), '{}') as connectors,
      coalesce((select json_agg(service order by service) from import_pauses), '[]') as paused,
      exists (select from importers where seen_at > now() - ${RUNNING_SEEN}::interval) as running,
      ${backlogged(db)} as backlogged`;
  return row;
}

const backlogged = (db: Db) => db`
  (select count(*) >= ${BACKLOG} from (select from imports where state = 'queued' limit ${BACKLOG}) waiting)`;

/** @returns undefined if no importer has ever run */
export async function sealingKey(db: Db): Promise<{ public_key: string; fingerprint: string } | undefined> {
  const [row] = await db<{ public_key: string; fingerprint: string }[]>`
    select public_key, fingerprint from importer_keys order by seen_at desc, created_at desc limit 1`;
  return row;
}

export interface NewImport {
  service: string;
  account: number | null;
  /** Hash of an anonymous visitor's network, for fair scheduling. */
  network?: string;
  keyHash: Buffer;
  sealed: Buffer;
  sealedBy: string;
  saveDms: boolean;
  serviceKey?: number | null;
}

/**
 * Queues an import. Reuses an unfinished import with the same key; if it is waiting, its key is sealed again, since the
 * importer may have lost its private key.
 * @returns its id
 */
export async function addImport(tx: Tx, given: NewImport): Promise<string> {
  const { service, account, network = null, keyHash, sealed, sealedBy, saveDms, serviceKey = null } = given;
  const id = randomBytes(16).toString("hex");
  const [row] = await tx<[{ id: string }]>`
    insert into imports (id, service, account, owner, service_key, key_hash, sealed, sealed_by, save_dms)
    values (${id}, ${service}, ${account}, coalesce(${account}::text, ${network}), ${serviceKey}, ${keyHash}, ${sealed},
      ${sealedBy}, ${saveDms})
    on conflict (service, key_hash) where state in ('queued', 'running') do update set
      sealed = case when imports.state = 'queued' then excluded.sealed else imports.sealed end,
      sealed_by = case when imports.state = 'queued' then excluded.sealed_by else imports.sealed_by end
    returning id`;
  return row.id;
}

/** Saves a key or replaces a dead one. @returns its id */
export async function saveKey(
  tx: Tx,
  account: number,
  { service, keyHash, sealed, sealedBy, saveDms }: NewImport,
  autoImport: boolean,
): Promise<number> {
  const [row] = await tx<[{ id: number }]>`
    insert into service_keys (account, service, key_hash, sealed, sealed_by, save_dms, auto_import, next_import_at)
    values (${account}, ${service}, ${keyHash}, ${sealed}, ${sealedBy}, ${saveDms}, ${autoImport}, ${nextImport(tx, autoImport)})
    on conflict (account, service, key_hash) do update set sealed = excluded.sealed, sealed_by = excluded.sealed_by,
      save_dms = excluded.save_dms, auto_import = excluded.auto_import, next_import_at = excluded.next_import_at, dead = false
    returning id`;
  return row.id;
}

/** Adds up to an hour of jitter. */
const nextImport = (db: Db, autoImport: boolean) =>
  autoImport ? db`now() + interval '24 hours' + random() * interval '1 hour'` : db`null`;

/** Columns for status and administration. */
export const importColumns = (db: Db) => db`
  i.id as import_id, i.service, i.priority, i.sub_count, i.save_dms, iso(i.created_at) as created_at,
  iso(i.first_started_at) as first_started_at, i.retry_count, iso(i.current_try_started_at) as current_try_started_at,
  iso(i.run_at) as resuming_at, iso(i.finished_at) as finished_at, iso(i.key_failed_at) as key_failed_at,
  i.state = 'invalid_key' as is_key_invalid, i.state, i.reason, i.added`;

/** @param account of the caller; null for anonymous visitors */
export async function importById(db: Db, id: string, account: number | null): Promise<Import | undefined> {
  const [row] = await db<Import[]>`
    select ${importColumns(db)}, ${backlogged(db)} as backlogged, ${logsOf(db, id)} as logs, i.missing_files,
      i.state in ('queued', 'running') and (i.account is null or i.account is not distinct from ${account}::integer) as can_cancel
    from imports i where i.id = ${id}`;
  return row;
}

export async function importLogs(db: Db, id: string): Promise<string[]> {
  const [row] = await db<[{ logs: string[] }]>`select ${logsOf(db, id)} as logs`;
  return row.logs;
}

const logsOf = (db: Db, id: string) => db`
  (select coalesce(json_agg(line order by id), '[]') from (
    select id, line from import_logs where import = ${id} order by id desc limit ${MAX_LOGS}) lines)`;

export type Ended = "canceled" | "ended" | "missing";

/** @param account of the caller; undefined for operators, who may cancel any */
export async function cancelImport(db: Db, id: string, account: number | null | undefined): Promise<Ended> {
  const mine =
    account === undefined
      ? db`true`
      : db`(account is null or account is not distinct from ${account}::integer)`;
  const [row] = await db<{ canceled: boolean }[]>`
    with found as (select id from imports where id = ${id} and ${mine}),
    canceled as (
      update imports set state = 'canceled', finished_at = now(), run_at = null, lease_until = null
      where id = (select id from found) and state in ('queued', 'running') returning id)
    select exists (select from canceled) as canceled from found`;
  if (row === undefined) return "missing";
  return row.canceled ? "canceled" : "ended";
}

export async function accountKeys(db: Db, account: number): Promise<ServiceKey[]> {
  return await db<ServiceKey[]>`
    select ${keyColumns(db)} from service_keys k where account = ${account} order by id desc`;
}

const keyColumns = (db: Db) => db`
  k.id, k.service, iso(k.added) as added, k.dead, k.auto_import, iso(k.next_import_at) as next_import_at`;

export async function importsOfKeys(
  db: Db,
  account: number,
): Promise<{ id: number; import_ids: string[] }[]> {
  return await db`
    select k.id, coalesce(json_agg(i.id order by i.created_at desc) filter (where i.id is not null), '[]') as import_ids
    from service_keys k left join imports i on i.service_key = k.id
    where k.account = ${account} group by k.id order by k.id desc`;
}

/** Revokes keys and cancels the unfinished imports that use them. */
export async function revokeKeys(tx: Tx, account: number, ids: number[]): Promise<void> {
  const revoked = await tx<{ service: string; key_hash: Buffer }[]>`
    delete from service_keys where account = ${account} and id = any(${ids}::integer[]) returning service, key_hash`;
  for (const { service, key_hash } of revoked) {
    await tx`
      update imports set sealed = null,
        state = case when state in ('queued', 'running') then 'canceled' else state end,
        finished_at = coalesce(finished_at, now()), run_at = null, lease_until = null
      where account = ${account} and service = ${service} and key_hash = ${key_hash}`;
    await tx`delete from connector_states where service = ${service} and key_hash = ${key_hash}`;
  }
}

/** @returns undefined if the account has no such key; unchanged if it is dead */
export async function setAutoImport(
  db: Db,
  { account, id }: { account: number; id: number },
  autoImport: boolean,
): Promise<ServiceKey | undefined> {
  const [row] = await db<ServiceKey[]>`
    update service_keys k set
      auto_import = ${autoImport} and not dead,
      next_import_at = case when dead then null when auto_import = ${autoImport} then next_import_at else ${nextImport(db, autoImport)} end
    where account = ${account} and id = ${id} returning ${keyColumns(db)}`;
  return row;
}

/** @returns undefined if the account has no such key */
export async function keyForImport(
  tx: Tx,
  account: number,
  id: number,
): Promise<(NewImport & { dead: boolean }) | undefined> {
  const [row] = await tx<(NewImport & { dead: boolean })[]>`
    select service, account, key_hash as "keyHash", sealed, sealed_by as "sealedBy", save_dms as "saveDms",
      id as "serviceKey", dead
    from service_keys where account = ${account} and id = ${id} for share`;
  return row;
}

export async function hasPendingDms(db: Db, account: number): Promise<boolean> {
  const rows = await db`select from pending_dms where account = ${account} and status = 'pending' limit 1`;
  return rows.length > 0;
}
