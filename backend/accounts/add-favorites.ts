/** Adds many favorites at once, for imports and registrations. */
import type { Tx } from "../db/client.ts";
import { countFavorites } from "../db/favorite-counts.ts";

export interface CreatorKey {
  service: string;
  id: string;
}

export interface PostKey extends CreatorKey {
  user: string;
}

export interface Added {
  /** Number of new favorites. */
  added: number;
  /** Number of distinct requested items in the archive. */
  found: number;
}

/** Adds the creators that are in the archive, in order: the last becomes the latest favorite. */
export async function addFavoriteCreators(tx: Tx, account: number, wanted: CreatorKey[]): Promise<Added> {
  const rows = await tx<(CreatorKey & { found: number })[]>`
    with wanted as (
      select service, id, min(at) as at
      from unnest(${wanted.map((one) => one.service)}::text[], ${wanted.map((one) => one.id)}::text[])
        with ordinality as w (service, id, at)
      join creators c using (service, id) where not c.hidden group by 1, 2
    ), added as (
      insert into favorite_creators (account, service, id)
      select ${account}::integer, service, id from wanted order by at
      on conflict do nothing returning service, id
    )
    select a.service, a.id, (select count(*) from wanted) as found from (select) one left join added a on true`;
  return countAdded(tx, "creator", rows);
}

/** Adds the posts that are in the archive, in order. */
export async function addFavoritePosts(tx: Tx, account: number, wanted: PostKey[]): Promise<Added> {
  const rows = await tx<(CreatorKey & { found: number })[]>`
    with wanted as (
      select p.service, p.id, min(at) as at
      from unnest(${wanted.map((one) => one.service)}::text[], ${wanted.map((one) => one.user)}::text[],
        ${wanted.map((one) => one.id)}::text[]) with ordinality as w (service, "user", id, at)
      join posts p on p.service = w.service and p.id = w.id and p."user" = w."user" and not p.hidden
      join creators c on c.service = p.service and c.id = p."user" and not c.hidden
      group by 1, 2
    ), added as (
      insert into favorite_posts (account, service, id)
      select ${account}::integer, service, id from wanted order by at
      on conflict do nothing returning service, id
    )
    select a.service, a.id, (select count(*) from wanted) as found from (select) one left join added a on true`;
  return countAdded(tx, "post", rows);
}

/** A single row with nulls means no new favorites; it carries the number found. */
async function countAdded(
  tx: Tx,
  entity: "creator" | "post",
  rows: (CreatorKey & { found: number })[],
): Promise<Added> {
  const added = rows.filter(({ id }) => id !== null);
  await countFavorites(tx, entity, added, 1);
  return { added: added.length, found: rows[0]?.found ?? 0 };
}
