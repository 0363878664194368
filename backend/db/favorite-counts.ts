/** How many people favorited a post or a creator (docs/decisions/0023-counters.md). */
import type { Db, Tx } from "./client.ts";

export type FavoriteTarget = { entity: "creator" | "post"; service: string; id: string };

/**
 * Records that one more or one fewer person favorites the target. Call it in the transaction that adds or removes the
 * favorite. It appends one row and locks none; other answers show the count after the next roll-up.
 * @returns the count including this change, for the answer to the person who made it
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

/** The count of one target as of now, changes included that no roll-up has added yet; 0 where there is no such target. */
export async function favoriteCount(db: Db, { entity, service, id }: FavoriteTarget): Promise<number> {
  const counts = entity === "post" ? db`post_counts` : db`creator_counts`;
  const [row] = await db<{ favorites: number }[]>`
    select greatest(0, c.favorites + coalesce(sum(d.delta), 0)) as favorites
    from ${counts} c left join favorite_deltas d on d.entity = ${entity} and d.service = c.service and d.id = c.id
    where c.service = ${service} and c.id = ${id} group by c.favorites`;
  return row?.favorites ?? 0;
}
