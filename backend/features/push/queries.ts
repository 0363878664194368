import type { PushSettings } from "#shared/contracts/push.ts";
import type { Db, Tx } from "../../db/client.ts";

export interface Subscription extends PushSettings {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export async function subscriptionOf(
  db: Db,
  session: string,
): Promise<(PushSettings & { endpoint: string }) | null> {
  const [row] = await db<(PushSettings & { endpoint: string })[]>`
    select timing, hour, quiet_from, quiet_to, zone, endpoint from push_subscriptions where session = ${session}`;
  return row ?? null;
}

/**
 * A browser has one subscription, so its previous session loses it. @param next earliest time of the next notification
 */
export async function saveSubscription(
  tx: Tx,
  session: string,
  { keys, ...settings }: Subscription,
  next: Date,
): Promise<void> {
  await tx`delete from push_subscriptions where endpoint = ${settings.endpoint} and session <> ${session}`;
  const row = { ...settings, ...keys, next_at: next };
  await tx`
    insert into push_subscriptions ${tx({ session, ...row })} on conflict (session) do update set ${tx(row)}`;
}

export async function deleteSubscription(db: Db, session: string): Promise<void> {
  await db`delete from push_subscriptions where session = ${session}`;
}
