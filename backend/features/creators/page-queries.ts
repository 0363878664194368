/** A page of the list of creators, sorted like the full list in the app (pwa/features/search/creators). */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import {
  CREATOR_SORTS,
  type CreatorSort,
  type CreatorSortField,
  DEFAULT_CREATOR_SORT,
} from "#shared/rules/sort-orders.ts";
import type { Db } from "../../db/client.ts";
import { depthBound, pageAt } from "../../db/pages.ts";

/** Sort key of each field. */
const KEYS: Record<CreatorSortField, string> = {
  favorited: "favorites",
  indexed: "indexed",
  updated: "updated",
  name: 'lower(name) collate "C"',
  service: "service",
};

export interface WantedPage {
  service?: string | undefined;
  /** Default: most favorites first. */
  sort_by?: CreatorSort | undefined;
  order?: "asc" | "desc" | undefined;
  offset: number;
  limit: number;
}

/** Ties are sorted by service and id in either direction. */
export async function creatorPage(
  sql: Db,
  { service, sort_by = DEFAULT_CREATOR_SORT, order = "desc", offset, limit }: WantedPage,
): Promise<{ count: number; artists: CreatorListItem[] }> {
  const wanted = sql`not hidden ${service === undefined ? sql`` : sql`and service = ${service}`}`;
  const keys = sql.unsafe(CREATOR_SORTS[sort_by].map((field) => `${KEYS[field]} ${order}`).join(", "));
  const [row] = await sql<[{ count: number; artists: CreatorListItem[] }]>`
    select (select count(*) from creators where ${wanted}) as count, (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'service', service,
        'indexed', floor(extract(epoch from indexed))::bigint, 'updated', floor(extract(epoch from updated))::bigint,
        'favorited', favorites)), '[]')
      from (
        select id, name, service, indexed, updated, favorites from (
          select id, name, service, indexed, updated, favorites
          from creators join creator_counts using (service, id) where ${wanted}
          order by ${keys}, service, id limit ${depthBound(sql, offset, limit)}
        ) near
        order by ${keys}, service, id ${pageAt(sql, offset, limit)}
      ) page
    ) as artists`;
  return row;
}
