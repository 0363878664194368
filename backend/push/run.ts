/** Periodically notifies devices of new posts of their favorites (docs/decisions/0048-push.md). */
import type { PushSettings } from "#shared/contracts/push.ts";
import type { PushMessage } from "#shared/rules/push.ts";
import type { Sql, Tx } from "../db/client.ts";
import { transaction } from "../db/tx.ts";
import { VISIBILITY_LAG_MS } from "../db/visibility-lag.ts";
import type { Task } from "../jobs/tasks.ts";
import { pushKeys } from "./keys.ts";
import { type PushTarget, type SendOptions, sendPush } from "./send.ts";
import { nextTime } from "./times.ts";

const POLL_INTERVAL_MS = 30_000;
const BATCH = 50;
const MINUTE = 60_000;
/** Minimum interval between two pushes to one device. */
const MIN_INTERVAL_MS = 10 * MINUTE;
const RETRY_DELAY_MS = 15 * MINUTE;
const MAX_COUNT = 1_000;

/** Sends due notifications. Any number of workers may run it. */
export const pushTask = (sql: Sql, subject: string): Task => ({
  name: "push",
  everyMs: POLL_INTERVAL_MS,
  run: async () => void (await pushRound(sql, { keys: await pushKeys(sql), subject })),
});

interface Due extends PushSettings, PushTarget {
  session: string;
  notified_at: Date;
  count: number;
}

/** Notifies every device that is due. @returns number of pushes sent */
export async function pushRound(sql: Sql, options: SendOptions, now = new Date()): Promise<number> {
  let sent = 0;
  for (;;) {
    const { checked, due } = await transaction(sql, (tx) => claim(tx, now));
    const outcomes = await Promise.all(due.map((one) => notify(sql, one, options, now)));
    sent += outcomes.filter((outcome) => outcome === "sent").length;
    if (checked < BATCH) return sent;
  }
}

/**
 * Records notifications before they are sent: a process that dies in between loses a push, but none is sent twice. The
 * page of new posts lists them all.
 */
async function claim(tx: Tx, now: Date): Promise<{ checked: number; due: Due[] }> {
  const until = new Date(now.getTime() - VISIBILITY_LAG_MS);
  const rows = await tx<Due[]>`
    select s.*, (
      select count(*) from (
        select from favorite_creators f
        join creators c on c.service = f.service and c.id = f.id and not c.hidden
        join posts p on p.service = f.service and p."user" = f.id and not p.hidden and ${sees(tx)}
          and p.added_at > s.notified_at and p.added_at <= ${until}
        where f.account = a.account limit ${MAX_COUNT}
      ) counted
    ) as count
    from push_subscriptions s
    join account_sessions a on a.id = s.session and a.expires_at > ${now}
    join accounts o on o.id = a.account and not o.disabled
    where s.next_at <= ${now}
    order by s.next_at limit ${BATCH} for update of s skip locked`;
  const isQuiet = (row: Due) => row.timing === "at_once" && nextTime(row, now) > now;
  const due = rows.filter((row) => row.count > 0 && !isQuiet(row));
  const isDue = new Set(due);
  await tx`
    update push_subscriptions s set notified_at = claimed.notified_at, next_at = claimed.next_at
    from unnest(
      ${rows.map(({ session }) => session)}::text[],
      ${rows.map((row) => (isDue.has(row) ? until : row.notified_at).toISOString())}::timestamptz[],
      ${rows.map((row) => nextCheck(row, now, isDue.has(row)).toISOString())}::timestamptz[]
    ) claimed (session, notified_at, next_at)
    where s.session = claimed.session`;
  return { checked: rows.length, due };
}

/** Condition: the group of the account `o`, if it has one, sees the post `p` of the creator `c`, by the rules of their policies. */
const sees = (tx: Tx) => tx`(
  o.group_id is null or o.role <> 'consumer' or exists (
    select from groups g where g.id = o.group_id and greatest(p.rating, c.rating) <= g.rating and not exists (
      select from rating_rules r where r.kind = 'service' and r.name = c.service and r.rating > g.rating))
  and not exists (
    select from group_exclusions e where e.group_id = o.group_id and e.service = c.service and e.creator in ('', c.id))
)`;

function nextCheck(settings: PushSettings, now: Date, isDue: boolean): Date {
  const from = new Date(now.getTime() + (isDue ? MIN_INTERVAL_MS : MINUTE));
  return nextTime(settings, settings.timing === "daily" ? now : from);
}

async function notify(sql: Sql, due: Due, options: SendOptions, now: Date) {
  const outcome = await sendPush(due, { count: due.count } satisfies PushMessage, options);
  const { session, endpoint } = due;
  if (outcome === "gone")
    await sql`delete from push_subscriptions where session = ${session} and endpoint = ${endpoint}`;
  // The push service rejected it or was unreachable: these posts count again.
  if (outcome === "failed")
    await sql`
      update push_subscriptions set notified_at = ${due.notified_at}, next_at = ${new Date(now.getTime() + RETRY_DELAY_MS)}
      where session = ${session} and endpoint = ${endpoint}`;
  return outcome;
}
