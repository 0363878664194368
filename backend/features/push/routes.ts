import type { PushSettings } from "#shared/contracts/push.ts";
import * as contract from "#shared/contracts/push.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { pushKeys } from "../../push/keys.ts";
import { nextTime } from "../../push/times.ts";
import { deleteSubscription, saveSubscription, subscriptionOf } from "./queries.ts";

export const pushRoutes: Mounted[] = [
  mount(contract.getPush, async ({ sql, principal }) => ({
    public_key: (await pushKeys(sql)).publicKey,
    subscription: await subscriptionOf(sql, principal.session),
  })),
  mount(contract.subscribe, async ({ pool, signal, principal, body }) => {
    const next = firstNotification(body);
    await transaction(pool, (tx) => saveSubscription(tx, principal.session, body, next), { signal });
    return true as const;
  }),
  mount(contract.unsubscribe, async ({ sql, principal }) => {
    await deleteSubscription(sql, principal.session);
    return true as const;
  }),
];

/** @throws HttpError 400 for an unknown time zone */
function firstNotification(settings: PushSettings): Date {
  try {
    return nextTime(settings, new Date());
  } catch {
    throw badInput(contract.UNKNOWN_ZONE);
  }
}
