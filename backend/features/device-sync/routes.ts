import * as contract from "#shared/contracts/device-sync.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, notFound, tooLarge } from "../../http/errors.ts";
import { append, type Refused, replaceKey, replaceLog, segmentsAfter, start, stop } from "./queries.ts";

export const deviceSyncRoutes: Mounted[] = [
  mount(contract.pullSegments, ({ sql, principal, query }) => segmentsAfter(sql, principal.id, query.after)),
  mount(contract.startSync, async ({ sql, principal, body }) => {
    if (!(await start(sql, principal.id, body.key_id))) throw conflict(contract.OTHER_WORDS);
    return true as const;
  }),
  mount(contract.pushSegments, async ({ pool, signal, principal, body }) => {
    const work = async (tx: Tx) => accepted(await append(tx, principal.id, body.key_id, body.segments));
    return { seqs: await transaction(pool, work, { signal }) };
  }),
  mount(contract.storeSnapshot, async ({ pool, signal, principal, body }) => {
    const work = async (tx: Tx) => accepted(await replaceLog(tx, principal.id, body));
    return await transaction(pool, work, { signal });
  }),
  mount(contract.replaceWords, async ({ pool, signal, principal, body }) => {
    const work = async (tx: Tx) => accepted(await replaceKey(tx, principal.id, body));
    return { seq: await transaction(pool, work, { signal }) };
  }),
  mount(contract.stopSync, async ({ sql, principal }) => {
    await stop(sql, principal.id);
    return true as const;
  }),
];

const REFUSALS: Record<Refused, () => Error> = {
  off: () => notFound(contract.SYNC_OFF),
  words: () => conflict(contract.OTHER_WORDS),
  taken: () => conflict(contract.NUMBER_TAKEN),
  outdated: () => conflict(contract.SNAPSHOT_OUTDATED),
  full: () => tooLarge(contract.SYNC_FULL),
};

/** @throws HttpError, which rolls back the transaction */
function accepted<T extends object | number | true>(result: T | Refused): T {
  if (typeof result === "string") throw REFUSALS[result]();
  return result;
}
