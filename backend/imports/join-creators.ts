/**
 * Joins creators of whom a program knew only the name (docs/decisions/0033-importing-downloads.md) with the creator that
 * has the service's id: their rows move, and later records of that name go there.
 */
import type { Db, Sql, Tx } from "#backend/db/client.ts";
import { countFavorites } from "#backend/db/favorite-counts.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import { creatorOf, formerNames, joinNames, type NamedCreator, namesOf } from "./merge-creators.ts";
import { withWriteLock } from "./with-write-lock.ts";

export interface CreatorKey {
  service: string;
  id: string;
}

/** The creators that a name may be of: one, or several of which nothing says which it is. */
interface Candidates extends CreatorKey {
  ids: string[];
}

/** A record says that the service's own id is unknown by giving the name as both (formats/lib/names.ts). */
export const isNameOnly = ({ id, public_id }: { id?: unknown; public_id?: unknown }): boolean =>
  typeof id === "string" && id === public_id;

/**
 * Finds the creators with an id, which is a number, that a name may be of: by their public id, else by an earlier name, else by their name if
 * their public id is unknown. Names that were taken down as creators stay apart.
 */
export async function creatorsNamed(db: Db, names: readonly CreatorKey[]): Promise<Candidates[]> {
  if (names.length === 0) return [];
  return await db<Candidates[]>`
    with named as (
      select distinct n.service, n.id from json_to_recordset(${JSON.stringify(names)}::text::json) as n (service text, id text)
      where not exists (select from takedowns t
        where t.service = n.service and t."user" = n.id and t.post is null and t.share is null)
        and n.id !~ '^[0-9]+$'
    ), known as (
      -- Other services have names as ids, which are nobody's else.
      select c.* from creators c where c.service in (select service from named) and c.id ~ '^[0-9]+$'
    ), found as (
      select n.service, n.id, k.id as found, 1 as rank from named n join known k on k.service = n.service and lower(k.public_id) = lower(n.id)
      union
      select n.service, n.id, k.id, 2 from named n join (
        select service, known.id, former from known, unnest(former_names) former
      ) k on k.service = n.service and lower(k.former) = lower(n.id)
      union
      select n.service, n.id, k.id, 3 from named n join known k
        on k.service = n.service and lower(k.name) = lower(n.id) and k.public_id is null
    )
    select service, id, array_agg(found order by found) as ids
    from found f
    where found <> id and rank = (select min(rank) from found o where o.service = f.service and o.id = f.id)
    group by service, id order by service, id`;
}

/**
 * Moves what creators known by name only have to the creators with an id.
 * @param onAmbiguous called for each name that several creators have
 */
export async function joinCreators(
  sql: Sql,
  fence: InTransaction | undefined,
  onAmbiguous: (name: CreatorKey, ids: readonly string[]) => void,
): Promise<void> {
  const find = async (db: Db) =>
    creatorsNamed(db, await db<CreatorKey[]>`select service, id from creators where public_id = id`);
  for (const { ids, ...name } of await find(sql)) if (ids.length > 1) onAmbiguous(name, ids);
  if (!(await find(sql)).some(({ ids }) => ids.length === 1)) return;
  await withWriteLock(sql, fence, async (tx) => {
    for (const { service, id, ids } of await find(tx))
      if (ids.length === 1) await joinCreator(tx, service, id, ids[0] as string);
  });
}

async function joinCreator(tx: Tx, service: string, from: string, to: string): Promise<void> {
  await joinRows(tx, service, from, to);
  await tx`update posts set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`update post_revisions set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`update dms set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`
    with moved as (update shares set "user" = ${to} where service = ${service} and "user" = ${from} returning hidden)
    update creators set share_count = share_count + (select count(*) from moved where not hidden)
    where service = ${service} and id = ${to}`;
  await tx`
    update announcements a set user_id = ${to} where service = ${service} and user_id = ${from}
      and not exists (select from announcements o where o.service = ${service} and o.user_id = ${to} and o.hash = a.hash)`;
  await tx`
    update fancards f set user_id = ${to} where service = ${service} and user_id = ${from}
      and not exists (select from fancards o where o.service = ${service} and o.user_id = ${to} and o.hash = f.hash)`;
  await tx`update community_channels set creator_id = ${to} where service = ${service} and creator_id = ${from}`;
  await tx`update uploads set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`update pending_dms set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`update guest_links set "user" = ${to} where service = ${service} and "user" = ${from}`;
  await tx`
    insert into group_exclusions select group_id, service, ${to} from group_exclusions
    where service = ${service} and creator = ${from} on conflict do nothing`;
  await tx`update groups set version = version + 1`; // which may not see the creator from now on
  // What was taken down of the name stays away.
  await tx`
    insert into takedowns (service, "user", post, reason, taken_at, kind, comment, share, held, hid, purge_at, entry)
    select service, ${to}, post, reason, taken_at, kind, comment, share, held, hid, purge_at, entry from takedowns
    where service = ${service} and "user" = ${from} and (post is not null or share is not null)
    order by seq on conflict do nothing`;
  const favorites = await tx`
    insert into favorite_creators (account, service, id)
    select account, service, ${to} from favorite_creators where service = ${service} and id = ${from} order by faved_seq
    on conflict do nothing returning account`;
  await countFavorites(
    tx,
    "creator",
    favorites.map(() => ({ service, id: to })),
    1,
  );
  await tx`delete from creators where service = ${service} and id = ${from}`;
}

interface CreatorRow extends Omit<NamedCreator, "as_of"> {
  id: string;
  indexed: string;
  updated: string;
  evidence: NamedCreator[] | null;
  former_names: string[];
}

/** Merges the two creators' own columns. */
async function joinRows(tx: Tx, service: string, from: string, to: string): Promise<void> {
  const rows = await tx<CreatorRow[]>`
    select id, name, public_id, icon, banner, iso(indexed) as indexed, iso(updated) as updated, evidence, former_names
    from creators where service = ${service} and id in (${from}, ${to}) order by id for update`;
  const own = rows.find(({ id }) => id === to);
  const other = rows.find(({ id }) => id === from);
  if (own === undefined || other === undefined) return;
  const names = joinNames([...namesOf({ ...own }, own.evidence), ...namesOf({ ...other }, other.evidence)]);
  const columns = creatorOf({ id: to }, names);
  await tx`
    update creators c set ${tx(columns)}, evidence = ${names.length > 1 ? tx.json(names as never) : null},
      indexed = least(c.indexed, o.indexed), 
      updated = coalesce(greatest(nullif(c.updated, c.indexed), nullif(o.updated, o.indexed)), least(c.indexed, o.indexed)),
      hidden = c.hidden or o.hidden, rating = greatest(c.rating, o.rating),
      relation_id = coalesce(c.relation_id, o.relation_id)
    from creators o
    where c.service = ${service} and c.id = ${to} and o.service = ${service} and o.id = ${from}`;
  // Later records of the name are found by it.
  const kept = [...own.former_names, ...other.former_names, from];
  await tx`
    update creators set former_names = ${formerNames(to, columns.name, names, [...new Set(kept)])}
    where service = ${service} and id = ${to}`;
}
