/** Counts of what waits for a decision. */
import type { Tasks } from "#shared/contracts/tasks.ts";
import type { Db } from "../../db/client.ts";

export async function countPendingDms(db: Db, account: number): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*) from pending_dms where account = ${account} and status = 'pending'`;
  return row.count;
}

type ModeratorTasks = NonNullable<Tasks["moderation"]>;

export async function countTasks(db: Db): Promise<ModeratorTasks> {
  const [row] = await db<[ModeratorTasks]>`
    select (select count(*) from post_flags where state = 'open') as flags,
      (select count(*) from creator_link_requests where status = 'pending') as creator_links,
      (select count(*) from takedown_requests where state = 'open') as takedown_requests,
      (select count(*) from uploads where state = 'waiting') as uploads`;
  return row;
}
