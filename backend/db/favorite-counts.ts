/** Counts of favorites per post and creator (docs/decisions/0023-counters.md). */
import type { Db, Tx } from "./client.ts";

export type FavoriteTarget = { entity: "creator" | "post"; service: string; id: string };

/**
 * Records that one person more or fewer has favorited the target. Call it in the transaction that adds or removes the
 * favorite. It appends a row and locks none; other responses show the count after the next roll-up.
 * @returns count including this change, for the response to the person who made it
 */
export async function countFavorite(tx: Tx, target: FavoriteTarget, delta: 1 | -1): Promise<number> {
  await tx`
    insert into favorite_deltas (entity, service, id, delta)
    values (${target.entity}, ${target.service}, ${target.id}, ${delta})`;
  return await favoriteCount(tx, target);
}

/** Records the same change for many targets of one kind. */
export async function countFavorites(
  tx: Tx,
  entity: FavoriteTarget["entity"],
  targets: { service: string; id: string }[],
  delta: 1 | -1,
): Promise<void> {
  await tx`
    insert into favorite_deltas (entity, service, id, delta)
    select ${entity}, service, id, ${delta}
    from unnest(${targets.map(({ service }) => service)}::text[], ${targets.map(({ id }) => id)}::text[]) t (service, id)`;
}

/** Current count of a target, including changes not rolled up yet; 0 if there is no such target. */
export async function favoriteCount(db: Db, { entity, service, id }: FavoriteTarget): Promise<number> {
  const counts = entity === "post" ? db`post_counts` : db`creator_counts`;
  const [row] = await db<{ favorites: number }[]>`
    select greatest(0, c.favorites + coalesce(sum(d.delta), 0)) as favorites
    from ${counts} c left join favorite_deltas d on d.entity = ${entity} and d.service = c.service and d.id = c.id
    where c.service = ${service} and c.id = ${id} group by c.favorites`;
  return row?.favorites ?? 0;
}
