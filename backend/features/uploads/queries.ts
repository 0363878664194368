import type { Upload, WaitingUpload } from "#shared/entities/upload.ts";
import type { Db, Tx } from "../../db/client.ts";
import { UPLOAD_LOCK } from "../../db/locks.ts";

const LATEST = 200;
const MAX_LISTED = 100;
const QUOTA_DAYS = 30;
/** Maximum of uploads per account without a byte received. */
const MAX_UNSENT = 50;
/** Minutes without a byte after which an upload's reservation expires. */
const RESERVED_MINUTES = 60;

const columns = (db: Db) => db`
  u.id, u.service, u."user", c.name as creator, u.name, u.size, u.claimed as sha256, u.received, u.state, u.reason, u.mime, u.share,
  iso(u.created_at) as created_at`;
const withCreator = (db: Db) => db`uploads u join creators c on c.service = u.service and c.id = u."user"`;
/** Condition of uploads the account may access; anonymous ones are protected by their secret id. */
const isOf = (db: Db, account: number | null) => db`(u.account is null or u.account = ${account})`;

/** @returns the name; undefined if there is no such creator */
export async function creatorName(db: Db, service: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`
    select name from creators where service = ${service} and id = ${id} and not hidden`;
  return row?.name;
}

export async function latestUploads(db: Db, account: number): Promise<Upload[]> {
  return await db<Upload[]>`
    select ${columns(db)} from ${withCreator(db)} where u.account = ${account}
    order by u.created_at desc, u.id limit ${LATEST}`;
}

export async function uploadOf(db: Db, account: number | null, id: string): Promise<Upload | undefined> {
  const [row] = await db<Upload[]>`
    select ${columns(db)} from ${withCreator(db)} where u.id = ${id} and ${isOf(db, account)}`;
  return row;
}

export interface NewUpload {
  id: string;
  account: number | null;
  service: string;
  user: string;
  share: string;
  title: string;
  name: string;
  size: number;
  claimed: string | null;
}

/**
 * Reserves the space of an upload. Space counts from the first byte on: a reservation alone is free.
 * @param free free bytes of the disk
 */
export async function addUpload(
  tx: Tx,
  { id, account, service, user, share, title, name, size, claimed }: NewUpload,
  { quota, free }: { quota: number; free: number },
): Promise<"added" | "no creator" | "over quota" | "no space" | "too many"> {
  // Serialized, so that concurrent reservations count.
  await tx`select pg_advisory_xact_lock(${UPLOAD_LOCK})`;
  if ((await creatorName(tx, service, user)) === undefined) return "no creator";
  const isOwn = tx`account is not distinct from ${account}::integer`;
  const isActive = tx`changed_at > now() - ${RESERVED_MINUTES} * interval '1 minute'`;
  const [sums] = await tx<[{ used: number; unsent: number; reserved: number }]>`
    select coalesce(sum(size) filter (
        where ${isOwn} and state not in ('refused', 'failed') and (received > 0 or ${isActive})
          and created_at > now() - ${QUOTA_DAYS} * interval '1 day'), 0)::bigint as used,
      count(*) filter (where account = ${account} and received = 0 and ${isActive} and state = 'receiving') as unsent,
      coalesce(sum(size - received) filter (
        where state = 'receiving' and ${isActive} and (received > 0 or account = ${account})), 0)::bigint as reserved
    from uploads`;
  if (sums.used + size > quota) return "over quota";
  if (sums.unsent >= MAX_UNSENT) return "too many";
  if (sums.reserved + size > free) return "no space";
  await tx`
    insert into uploads ${tx({ id, account, service, user, share, title, name, size, claimed })}`;
  return "added";
}

export interface Receiving {
  size: number;
  received: number;
  state: Upload["state"];
}

export async function receivingUpload(db: Db, id: string): Promise<Receiving | undefined> {
  const [row] = await db<Receiving[]>`select size, received, state from uploads where id = ${id}`;
  return row;
}

/** Records that bytes up to `to` are on disk. @returns false if the upload is gone, or its offset is no longer `from` */
export async function acknowledge(db: Db, id: string, from: number, to: number): Promise<boolean> {
  const { count } = await db`
    update uploads set received = ${to}, changed_at = now(),
      state = case when size = ${to}::bigint then 'received' else state end
    where id = ${id} and received = ${from} and state = 'receiving'`;
  return count > 0;
}

/** Fails an upload whose file is gone. */
export async function failLost(db: Db, id: string, reason: string): Promise<void> {
  await db`
    update uploads set state = 'failed', reason = ${reason}, changed_at = now() where id = ${id} and state = 'receiving'`;
}

/** @returns undefined if the caller has no such upload, otherwise true if removed; published files stay */
export async function removeUpload(db: Db, account: number | null, id: string): Promise<boolean | undefined> {
  const [row] = await db<{ removed: boolean }[]>`
    with own as (select u.id from uploads u where u.id = ${id} and ${isOf(db, account)}),
      gone as (delete from uploads u using own where u.id = own.id and u.state not in ('publishing', 'published') returning u.id)
    select exists (select from gone) as removed from own`;
  return row?.removed;
}

/** Oldest first. */
export async function waitingUploads(db: Db): Promise<WaitingUpload[]> {
  return await db<WaitingUpload[]>`
    select u.id, u.service, u."user", c.name as creator, u.name, u.title, u.size, u.hash, u.mime, u.scan,
      a.username as by, iso(u.created_at) as created_at, u.version
    from ${withCreator(db)} left join accounts a on a.id = u.account
    where u.state = 'waiting' order by u.created_at, u.id limit ${MAX_LISTED}`;
}

export async function waitingFile(
  db: Db,
  id: string,
): Promise<{ ext: string; name: string; size: number } | undefined> {
  const [row] = await db<{ ext: string; name: string; size: number }[]>`
    select ext, name, size from uploads where id = ${id} and state = 'waiting'`;
  return row;
}

/**
 * Decides about a file, if it has not changed since it was reviewed.
 * @param reason of a rejection; null approves
 * @returns undefined if there is no such upload, false if it was already decided, otherwise its owner
 */
export async function decideUpload(
  db: Db,
  {
    id,
    version,
    moderator,
    reason,
  }: { id: string; version: number; moderator: number; reason: string | null },
): Promise<{ account: number | null; name: string } | false | undefined> {
  const [row] = await db<{ account: number | null; name: string }[]>`
    update uploads set state = ${reason === null ? "publishing" : "refused"}, reason = ${reason},
      version = version + 1, decided_by = ${moderator}, changed_at = now()
    where id = ${id} and state = 'waiting' and version = ${version}
    returning account, name`;
  if (row !== undefined) return row;
  const [other] = await db`select from uploads where id = ${id} and state not in ('receiving', 'received')`;
  return other === undefined ? undefined : false;
}
