import type { CreatorRow } from "#shared/entities/creator.ts";
import type { CreatorLinkRequest } from "#shared/entities/creator-link.ts";
import type { Db, Tx } from "../../db/client.ts";
import { WRITE_LOCK } from "../../db/locks.ts";

export interface CreatorKey {
  service: string;
  id: string;
}

const creatorColumns = (db: Db) => db`
  c.id, c.name, c.service, iso(c.indexed) as indexed, iso(c.updated) as updated, c.public_id, c.relation_id`;
const creatorJson = (db: Db, row: string) => {
  const c = db(row);
  return db`json_build_object('id', ${c}.id, 'name', ${c}.name, 'service', ${c}.service, 'indexed', iso(${c}.indexed),
    'updated', iso(${c}.updated), 'public_id', ${c}.public_id, 'relation_id', ${c}.relation_id)`;
};

export async function creatorWithLinks(
  db: Db,
  { service, id }: CreatorKey,
): Promise<{ artist: CreatorRow; links: CreatorRow[] } | undefined> {
  const [artist] = await db<CreatorRow[]>`
    select ${creatorColumns(db)} from creators c where service = ${service} and id = ${id} and not hidden`;
  if (artist === undefined) return undefined;
  const links = await db<CreatorRow[]>`
    select ${creatorColumns(db)} from creators c
    where relation_id = ${artist.relation_id} and (service, id) <> (${service}, ${id}) and not hidden order by service, id`;
  return { artist, links };
}

export interface NewRequest {
  requester: number;
  from: CreatorKey;
  to: CreatorKey;
  reason: string | null;
}

/** @returns undefined if a creator does not exist; `added` is false if the request exists already */
export async function addRequest(
  tx: Tx,
  { requester, from, to, reason }: NewRequest,
): Promise<{ linked: boolean; added: boolean } | undefined> {
  const [pair] = await tx<{ linked: boolean }[]>`
    select coalesce(a.relation_id = b.relation_id, false) as linked from creators a, creators b
    where a.service = ${from.service} and a.id = ${from.id} and not a.hidden
      and b.service = ${to.service} and b.id = ${to.id} and not b.hidden`;
  if (pair === undefined) return undefined;
  if (pair.linked) return { linked: true, added: false };
  const { count } = await tx`
    insert into creator_link_requests (requester, from_service, from_id, to_service, to_id, reason)
    values (${requester}, ${from.service}, ${from.id}, ${to.service}, ${to.id}, ${reason})
    on conflict do nothing`;
  return { linked: false, added: count > 0 };
}

/** All creators linked to either creator of a request `r`, as one list whose checksum is the request's version. */
const linkedCreators = (db: Db) => db`
  select coalesce(json_agg(${creatorJson(db, "c")} order by c.service, c.id), '[]') as linked,
    md5(string_agg(c.service || '/' || c.id, ' ' order by c.service, c.id)) as others
  from creators c
  where c.relation_id in (f.relation_id, t.relation_id)
    and (c.service, c.id) not in ((f.service, f.id), (t.service, t.id))`;
const version = (db: Db) => db`
  md5(concat_ws(' ', r.id, coalesce(f.relation_id, 0), coalesce(t.relation_id, 0), o.others))`;

/** Oldest first. */
export async function pendingRequests(db: Db, limit: number): Promise<CreatorLinkRequest[]> {
  return await db<CreatorLinkRequest[]>`
    select r.id, r.from_service, r.from_id, r.to_service, r.to_id, r.reason, r.requester as requester_id, r.status,
      case when a.id is not null then json_build_object('id', a.id, 'username', a.username, 'role', a.role) end as requester,
      ${creatorJson(db, "f")} as from_creator, ${creatorJson(db, "t")} as to_creator, iso(r.created_at) as created_at,
      o.linked, ${version(db)} as version
    from creator_link_requests r
      join creators f on f.service = r.from_service and f.id = r.from_id
      join creators t on t.service = r.to_service and t.id = r.to_id
      left join accounts a on a.id = r.requester, lateral (${linkedCreators(db)}) o
    where r.status = 'pending' order by r.created_at, r.id limit ${limit}`;
}

export interface Decided {
  requester: number | null;
  from: CreatorKey;
  to: CreatorKey;
}

/** Long enough to update the rows of 100,000 posts; the request's own deadline still applies. */
const extendTimeout = (tx: Tx) => tx`set local statement_timeout = '30s'`;

/** `changed`: the creators' links have changed since they were read. */
export type Refused = "missing" | "decided" | "changed";

/** Decides on a request if its version is unchanged, or on any version if none is given. */
export async function decide(
  tx: Tx,
  {
    id,
    moderator,
    isApproved,
    seen,
  }: { id: number; moderator: number; isApproved: boolean; seen?: string | undefined },
): Promise<Decided | Refused> {
  // Before reading: links change one at a time, and not during an import batch.
  await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
  await extendTimeout(tx);
  const [row] = await tx<
    { status: string; requester: number | null; version: string; from: CreatorKey; to: CreatorKey }[]
  >`
    select r.status, r.requester, ${version(tx)} as version,
      json_build_object('service', f.service, 'id', f.id) as from, json_build_object('service', t.service, 'id', t.id) as to
    from creator_link_requests r
      join creators f on f.service = r.from_service and f.id = r.from_id
      join creators t on t.service = r.to_service and t.id = r.to_id, lateral (${linkedCreators(tx)}) o
    where r.id = ${id} for update of r`;
  if (row === undefined) return "missing";
  if (row.status !== "pending") return "decided";
  if (seen !== undefined && seen !== row.version) return "changed";
  await tx`
    update creator_link_requests set status = ${isApproved ? "approved" : "rejected"}, decided_by = ${moderator}, decided_at = now()
    where id = ${id}`;
  if (isApproved) await link(tx, row.from, row.to);
  return { requester: row.requester, from: row.from, to: row.to };
}

/** Keeps the lower of both relation ids; creates one if neither creator has any. */
async function link(tx: Tx, from: CreatorKey, to: CreatorKey): Promise<void> {
  await tx`
    with pair as (
      select relation_id from creators
      where (service, id) in ((${from.service}, ${from.id}), (${to.service}, ${to.id}))
    ), kept as (
      select coalesce(min(relation_id), (select coalesce(max(relation_id), 0) + 1 from creators)) as id from pair
    )
    update creators c set relation_id = kept.id from kept
    where (c.relation_id in (select relation_id from pair)
        or (c.service, c.id) in ((${from.service}, ${from.id}), (${to.service}, ${to.id})))
      and c.relation_id is distinct from kept.id`;
}

/**
 * Also removes the relation of a creator left alone. @returns the relation id it had, null if none; undefined if the
 * creator does not exist
 */
export async function unlink(tx: Tx, { service, id }: CreatorKey): Promise<number | null | undefined> {
  await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
  await extendTimeout(tx);
  const [row] = await tx<{ relation_id: number | null }[]>`
    select relation_id from creators where service = ${service} and id = ${id} and not hidden`;
  if (row?.relation_id == null) return row?.relation_id;
  await tx`
    update creators c set relation_id = null
    where c.relation_id = ${row.relation_id} and ((c.service, c.id) = (${service}, ${id})
      or 2 >= (select count(*) from creators where relation_id = ${row.relation_id}))`;
  return row.relation_id;
}
