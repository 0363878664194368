/** The search engine for a group: each query has a filter for what the group does not see. */

import { MAX_RATING } from "#shared/rules/ratings.ts";
import type { IndexName } from "#shared/search/documents.ts";
import type { Sql } from "../db/client.ts";
import type { Search } from "../search/client.ts";
import { excludeCreators, excludeServices, ratedAtMost } from "../search/filter.ts";

interface Rules {
  rating: number;
  services: string[];
  creators: { service: string; id: string }[];
}

/** @param sql the group's pool */
export function openGroupSearch(search: Search, sql: Sql, group: number): Search {
  return {
    ...search,
    ask: async (call, options) => {
      const filters = filtersOf(await readRules(sql, group));
      const byIndex = new Map(
        Object.entries(filters).map(([name, list]) => [search.index(name as IndexName), list]),
      );
      return await search.ask((engine, signal) => call(engine.filtered(byIndex), signal), options);
    },
  };
}

async function readRules(sql: Sql, group: number): Promise<Rules> {
  const [rules] = await sql<[Rules]>`
    select g.rating,
      array(select service from group_exclusions e where e.group_id = g.id and creator = '') as services,
      (select coalesce(json_agg(json_build_object('service', service, 'id', creator)), '[]')
        from group_exclusions e where e.group_id = g.id and creator <> '') as creators
    from groups g where g.id = ${group}`;
  return rules;
}

/** Tags and messages are not of one creator: hits of tags are looked up, and messages are searched in visible channels. */
function filtersOf({ rating, services, creators }: Rules): Record<IndexName, string[]> {
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
