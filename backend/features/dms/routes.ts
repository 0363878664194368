import * as contract from "#shared/contracts/dms.ts";
import type { ListedDm } from "#shared/entities/dm.ts";
import { MAX_REACHABLE, PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { findDms } from "../../search/dms.ts";
import { creatorDms, dmsByHash, latestDms } from "./queries.ts";

export const dmRoutes: Mounted[] = [
  mount(contract.listDms, async ({ sql, search, query: { o, q } }) => {
    if (q === undefined) {
      const { count, dms } = await latestDms(sql, { offset: o, limit: PAGE_SIZE });
      return listed(o, count, dms);
    }
    refusePastEnd(o, MAX_REACHABLE);
    const { hashes, total } = await findDms(search, { q, offset: o });
    return listed(o, total, await dmsByHash(sql, hashes));
  }),
  mount(contract.listCreatorDms, ({ sql, params }) => creatorDms(sql, params)),
  // Nobody imports before there are accounts.
  mount(contract.hasPendingDms, async () => false),
];

function listed(offset: number, count: number, dms: ListedDm[]) {
  refusePastEnd(offset, count);
  return { props: { currentPage: "artists" as const, count, limit: PAGE_SIZE, dms } };
}

function refusePastEnd(offset: number, total: number): void {
  const problem = pastEndProblem(offset, total);
  if (problem !== undefined) throw badInput(problem);
}
