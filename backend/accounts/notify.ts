/** Notifies an account, in the transaction of the event. */
import type { NotificationType } from "#shared/entities/notification.ts";
import type { Db } from "../db/client.ts";

export async function notify(
  db: Db,
  accounts: number[],
  type: NotificationType,
  extra: Record<string, string> | null = null,
): Promise<void> {
  await db`
    insert into notifications (account, type, extra_info)
    select account, ${type}, ${extra === null ? null : db.json(extra)} from unnest(${accounts}::integer[]) account`;
}
