/** The search engine for a group: each query has a filter for what the group does not see. */
import { MAX_RATING } from "#shared/rules/ratings.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import type { Sql } from "../db/client.ts";
import type { Search } from "../search/client.ts";
import type { EngineFilters } from "../search/engine.ts";
import { excludeCreators, excludeServices, ratedAtMost } from "../search/filter.ts";
import { type Hidden, hiddenFrom } from "./group-queries.ts";

/** @param sql the group's pool: opened for one version of its rules, which are read once */
export function openGroupSearch(search: Search, sql: Sql, group: number): Search {
  let reading: Promise<EngineFilters> | undefined;
  const filters = () => {
    reading ??= readFilters(search, sql, group).catch((error: unknown) => {
      reading = undefined; // the next search tries again
      throw error;
    });
    return reading;
  };
  return {
    ...search,
    ask: async (call, options) => {
      const added = await filters();
      return await search.ask((engine, signal) => call(engine.filtered(added), signal), options);
    },
  };
}

async function readFilters(search: Search, sql: Sql, group: number): Promise<EngineFilters> {
  const filters = filtersOf(await hiddenFrom(sql, group));
  return new Map(INDEXES.map((name) => [search.index(name), filters[name]]));
}

/** Tags and messages are not of one creator: hits of tags are looked up, and messages are searched in visible channels. */
function filtersOf({ rating, services, creators }: Hidden): Record<IndexName, string[]> {
  const common = [...excludeServices(services), ...(rating < MAX_RATING ? [ratedAtMost(rating)] : [])];
  const byCreator = [...common, ...excludeCreators(creators)];
  return {
    creators: [...common, ...excludeCreators(creators, "id")],
    posts: byCreator,
    dms: byCreator,
    tags: [],
    messages: [],
  };
}
