/** Imported DMs waiting for review: each statement is limited to one account. */
import type { PendingDm } from "#shared/entities/dm.ts";
import { REVIEW_LIMIT, type ReviewStatus } from "#shared/rules/dm-review.ts";
import type { Db, Tx } from "../../db/client.ts";
import { WRITE_LOCK } from "../../db/locks.ts";

/** Last imported first. */
export async function pendingDms(
  db: Db,
  account: number,
  status: ReviewStatus,
): Promise<{ count: number; dms: PendingDm[] }> {
  const condition = db`p.account = ${account} and p.status = ${status}`;
  const [row] = await db<[{ count: number }]>`select count(*) as count from pending_dms p where ${condition}`;
  const dms = await db<PendingDm[]>`
    select p.hash, p."user", p.service, coalesce(p.fields ->> 'content', '') as content, coalesce(p.fields -> 'embed', '{}') as embed,
      iso((p.fields ->> 'published')::timestamp at time zone 'UTC') as published, iso(p.imported_at) as added,
      p.import as import_id, (select coalesce(json_agg(f ->> 'name'), '[]') from json_array_elements(p.files) f) as files,
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'service', c.service,
        'indexed', iso(c.indexed), 'updated', iso(c.updated), 'public_id', c.public_id, 'relation_id', c.relation_id) end as artist
    from pending_dms p left join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where ${condition} order by p.imported_at desc, p.service, p.hash limit ${REVIEW_LIMIT}`;
  return { count: row.count, dms };
}

export interface Review {
  approved: readonly string[];
  /** Undefined ignores all that are not approved. */
  ignored: readonly string[] | undefined;
  deleteIgnored: boolean;
}

export async function review(tx: Tx, account: number, { approved, ignored, deleteIgnored }: Review) {
  // Between import batches, and not during a takedown of the creator.
  await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
  const wasPending = await publish(tx, account, approved);
  if (deleteIgnored)
    await tx`
      delete from pending_dms where account = ${account} and status = 'ignored' and hash <> all(${approved}::text[])`;
  if (wasPending)
    await tx`
      update pending_dms set status = 'ignored'
      where account = ${account} and status = 'pending' and hash <> all(${approved}::text[])
        ${ignored === undefined ? tx`` : tx`and hash = any(${ignored}::text[])`}`;
}

/**
 * Publishes DMs of creators in the archive; others keep waiting. Text and date become public with the transaction,
 * files once an importer has stored them. @returns true if any of them was pending
 */
async function publish(tx: Tx, account: number, hashes: readonly string[]): Promise<boolean> {
  const chosen = await tx<{ service: string; hash: string; status: ReviewStatus }[]>`
    select p.service, p.hash, p.status
    from pending_dms p join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where p.account = ${account} and p.status <> 'approved' and p.hash = any(${hashes}::text[]) for update of p`;
  const keys = tx`
    select service, hash from unnest(${chosen.map(({ service }) => service)}::text[], ${chosen.map(({ hash }) => hash)}::text[]) k (service, hash)`;
  await tx`
    insert into dms (hash, service, "user", content, embed, added, published, hidden)
    select hash, service, "user", coalesce(fields ->> 'content', ''), coalesce((fields -> 'embed')::jsonb, '{}'), now(),
      (fields ->> 'published')::timestamp at time zone 'UTC', coalesce((fields ->> 'hidden')::boolean, false)
    from pending_dms where account = ${account} and (service, hash) in (${keys})
    on conflict (hash) do nothing`;
  await tx`
    delete from pending_dms
    where account = ${account} and (service, hash) in (${keys}) and json_array_length(files) = 0`;
  await tx`
    update pending_dms set status = 'approved' where account = ${account} and (service, hash) in (${keys})`;
  return chosen.some(({ status }) => status === "pending");
}

export async function move(db: Db, account: number, hashes: readonly string[], status: ReviewStatus) {
  await db`
    update pending_dms set status = ${status}
    where account = ${account} and status in ('pending', 'ignored') and hash = any(${hashes}::text[])`;
}
