import {
  type SearchAnswer,
  searchAll,
  searchFacets,
  searchHelp,
  searchPosts,
} from "#shared/contracts/search.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { findEverything } from "../../search/everything.ts";
import { countFacets } from "../../search/facets.ts";
import { withoutOne } from "../../search/help.ts";
import { findHits } from "../../search/hits.ts";
import { readQuery } from "../../search/persons.ts";
import { stillThere } from "./queries.ts";

const NOTHING: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

export const searchRoutes: Mounted[] = [
  mount(searchAll, async ({ sql, search, query: { q } }) =>
    q === undefined ? NOTHING : stillThere(sql, await findEverything(search, await readQuery(sql, q))),
  ),
  mount(searchPosts, async ({ sql, search, query: { q = "", tag, o } }) => {
    const posts = await findHits(search, { query: await readQuery(sql, q), tags: tag, offset: o });
    return { posts: (await stillThere(sql, { ...NOTHING, posts })).posts };
  }),
  mount(searchFacets, async ({ sql, search, query: { q = "", tag } }) =>
    countFacets(search, { query: await readQuery(sql, q), tags: tag }),
  ),
  mount(searchHelp, async ({ sql, search, query: { q = "", tag } }) => ({
    without: await withoutOne({ sql, search }, q, tag),
  })),
];
