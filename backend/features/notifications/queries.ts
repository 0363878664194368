import type { Notification } from "#shared/entities/notification.ts";
import type { Db } from "../../db/client.ts";

/** The latest notifications, newest first, with their previous state; marks all of the account as seen. */
export async function viewNotifications(db: Db, account: number, limit: number): Promise<Notification[]> {
  return await db<Notification[]>`
    with viewed as (update notifications set seen = true where account = ${account} and not seen)
    select id, type, extra_info, seen as "isSeen", iso(created_at) as created_at
    from notifications where account = ${account} order by id desc limit ${limit}`;
}
