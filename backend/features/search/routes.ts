import { type SearchAnswer, searchAll } from "#shared/contracts/search.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { findEverything } from "../../search/everything.ts";
import { readQuery } from "../../search/persons.ts";
import { stillThere } from "./queries.ts";

const NOTHING: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

export const searchRoutes: Mounted[] = [
  mount(searchAll, async ({ sql, search, query: { q } }) =>
    q === undefined ? NOTHING : stillThere(sql, await findEverything(search, await readQuery(sql, q))),
  ),
];
