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
import { fallbackEverything, withFallback } from "../../search/fallback.ts";
import { countWithoutEachPart } from "../../search/help.ts";
import { findHits } from "../../search/hits.ts";
import { readBoxMessages } from "../../search/message-rows.ts";
import { readQuery } from "../../search/read-query.ts";
import { cachedExistingHits } from "./existing-hits.ts";
import { existingHits } from "./queries.ts";

const NOTHING: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

/** Called once per server. */
export const searchRoutes = (onlyExisting = cachedExistingHits()): Mounted[] => [
  mount(searchAll, async ({ sql, pool, signal, changes, search, query: { q } }) => {
    if (q === undefined) return NOTHING;
    const query = await readQuery(sql, q);
    return withFallback<SearchAnswer>(
      async () => {
        const { messages: hits, ...found } = await findEverything(search, query, { hasFallback: true });
        const [answer, messages] = await Promise.all([
          onlyExisting({ sql, changes }, found),
          readBoxMessages(sql, hits, query),
        ]);
        return { ...answer, ...(messages.length > 0 && { messages }) };
      },
      () => fallbackEverything(pool, query, signal),
    );
  }),
  mount(searchPosts, async ({ sql, search, query: { q = "", tag, o } }) => {
    const posts = await findHits(search, { query: await readQuery(sql, q), tags: tag, offset: o });
    return { posts: (await existingHits(sql, { ...NOTHING, posts })).posts };
  }),
  mount(searchFacets, async ({ sql, search, query: { q = "", tag } }) =>
    countFacets(search, { query: await readQuery(sql, q), tags: tag }),
  ),
  mount(searchHelp, async ({ sql, search, query: { q = "", tag } }) => ({
    without: await countWithoutEachPart({ sql, search }, q, tag),
  })),
];
