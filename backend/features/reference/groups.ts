/** The contracts by area: names the groups and the operations of the description. A test compares this with the folder. */
import * as creators from "#shared/contracts/creators.ts";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import * as posts from "#shared/contracts/posts.ts";
import * as reference from "#shared/contracts/reference.ts";
import * as search from "#shared/contracts/search.ts";

interface Group {
  name: string;
  description: string;
  contracts: object;
}

export const GROUPS: Group[] = [
  {
    name: "Creators",
    description: "Lists of creators and what belongs to one of them.",
    contracts: creators,
  },
  {
    name: "Posts",
    description: "Lists, search, single posts, their revisions and comments.",
    contracts: posts,
  },
  { name: "Search", description: "One query over everything.", contracts: search },
  { name: "This description", description: "The API told by itself.", contracts: reference },
];

/** Group and name of a contract; one that stands in no group is named by its address. */
export function placeOf(contract: Endpoint): { group: string; id: string } {
  for (const { name, contracts } of GROUPS) {
    const found = Object.entries(contracts).find(([, value]) => value === contract);
    if (found) return { group: name, id: found[0] };
  }
  return { group: "Other", id: `${contract.method.toLowerCase()}${contract.path.replace(/\W+/g, "_")}` };
}
