import * as contract from "#shared/contracts/dms.ts";
import type { ListedDm } from "#shared/entities/dm.ts";
import { MAX_REACHABLE, PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { hasPendingDms } from "../../imports/connectors/queue.ts";
import { findDms } from "../../search/dms.ts";
import { readQuery } from "../../search/read-query.ts";
import { creatorDms, dmsByHash, latestDms } from "./queries.ts";
import { move, pendingDms, review } from "./review-queries.ts";

export const dmRoutes: Mounted[] = [
  mount(contract.listDms, async ({ sql, search, query: { o, q } }) => {
    if (q === undefined) {
      const { count, dms } = await latestDms(sql, { offset: o, limit: PAGE_SIZE });
      return listed(o, count, dms);
    }
    refusePastEnd(o, MAX_REACHABLE);
    const wanted = { query: await readQuery(sql, q), offset: o };
    const { hashes, total } = await findDms(search, wanted);
    return listed(o, total, await dmsByHash(sql, hashes));
  }),
  mount(contract.listCreatorDms, ({ sql, params }) => creatorDms(sql, params)),
  mount(contract.hasPendingDms, async ({ sql, principal }) => {
    return principal !== undefined && (await hasPendingDms(sql, principal.id));
  }),
  mount(contract.listPendingDms, async ({ sql, principal, query: { status } }) => {
    const found = await pendingDms(sql, principal.id, status);
    return { props: { currentPage: "account" as const, title: "Review DMs" as const, status, ...found } };
  }),
  mount(contract.reviewDms, async ({ pool, signal, principal, body }) => {
    const chosen = {
      approved: body.approved_hashes,
      ignored: body.ignored_hashes,
      deleteIgnored: body.delete_ignored,
    };
    await transaction(pool, (tx: Tx) => review(tx, principal.id, chosen), { signal });
    return true as const;
  }),
  mount(contract.movePendingDms, async ({ sql, principal, body: { hashes, status } }) => {
    await move(sql, principal.id, hashes, status);
    return true as const;
  }),
];

function listed(offset: number, count: number, dms: ListedDm[]) {
  refusePastEnd(offset, count);
  return { props: { currentPage: "artists" as const, count, limit: PAGE_SIZE, dms } };
}

function refusePastEnd(offset: number, total: number): void {
  const problem = pastEndProblem(offset, total);
  if (problem !== undefined) throw badInput(problem);
}
