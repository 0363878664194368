import {
  type SearchAnswer,
  searchAll,
  searchFacets,
  searchHelp,
  searchPosts,
} from "#shared/contracts/search.ts";
import { parseQuery } from "#shared/search/query.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { findEverything } from "../../search/everything.ts";
import { countFacets } from "../../search/facets.ts";
import { withoutOne } from "../../search/help.ts";
import { findHits } from "../../search/hits.ts";
import { stillThere } from "./queries.ts";

const NOTHING: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

export const searchRoutes: Mounted[] = [
  mount(searchAll, async ({ sql, search, query: { q } }) =>
    q === undefined ? NOTHING : stillThere(sql, await findEverything(search, parseQuery(q))),
  ),
  mount(searchPosts, async ({ sql, search, query: { q = "", tag, o } }) => {
    const posts = await findHits(search, { query: parseQuery(q), tags: tag, offset: o });
    return { posts: (await stillThere(sql, { ...NOTHING, posts })).posts };
  }),
  mount(searchFacets, ({ search, query: { q = "", tag } }) =>
    countFacets(search, { query: parseQuery(q), tags: tag }),
  ),
  mount(searchHelp, async ({ search, query: { q = "", tag } }) => ({
    without: await withoutOne(search, parseQuery(q), tag),
  })),
];
