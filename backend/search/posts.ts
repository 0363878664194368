/** Searching posts: keys in order; the rows come from the database. */
import type { SearchSort } from "#shared/rules/sort-orders.ts";
import type { SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { type PostFilter, postFilter } from "./filter.ts";
import { findPage } from "./list.ts";

export interface PostSearch extends PostFilter {
  query: SearchQuery;
  offset: number;
  /** Order of a query without words and without an order. */
  defaultOrder: SearchSort;
}

export interface FoundPosts {
  services: string[];
  ids: string[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
  /** Number of exact hits, which come before similar ones. */
  exact: number | undefined;
}

/** @throws HttpError 503 if the engine does not answer */
export async function findPosts(
  search: Search,
  { query, offset, defaultOrder, ...filter }: PostSearch,
  options: { hasFallback?: boolean } = {},
): Promise<FoundPosts> {
  const { hits, total, exact } = await findPage<{ key: string; service: string; id: string }>(
    search,
    "posts",
    ["service", "id"],
    { query, filter: postFilter(filter), offset, defaultOrder, ...options },
  );
  return { services: hits.map((hit) => hit.service), ids: hits.map((hit) => hit.id), total, exact };
}
