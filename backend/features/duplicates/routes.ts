import * as contract from "#shared/contracts/duplicates.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { type Creator, countDuplicates, pageOfDuplicates } from "./queries.ts";

export const duplicateRoutes: Mounted[] = [
  mount(contract.listDuplicates, async ({ sql, query: { o, service, user } }) => {
    const creator = creatorOf(service, user);
    const count = await countDuplicates(sql, creator);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    return { count, duplicates: await pageOfDuplicates(sql, creator, o, PAGE_SIZE) };
  }),
];

function creatorOf(service: string | undefined, user: string | undefined): Creator | undefined {
  if (service === undefined && user === undefined) return undefined;
  if (service === undefined || user === undefined) throw badInput(contract.CREATOR_EXPECTED);
  return { service, user };
}
