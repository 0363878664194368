/** The search string of `/saved`. */
import { DEFAULT_LIBRARY_ORDER, LIBRARY_ORDERS, type LibraryOrder } from "#shared/rules/sort-orders.ts";
import { one } from "../../../lib/list-search.ts";

export interface SavedSearch {
  sort?: LibraryOrder;
  /** `service/creator`. */
  creator?: string;
  q?: string;
}

export function toSavedSearch(raw: Record<string, unknown>): SavedSearch {
  const sort = LIBRARY_ORDERS.find((known) => known === one(raw.sort));
  const search: SavedSearch = {};
  if (sort !== undefined && sort !== DEFAULT_LIBRARY_ORDER) search.sort = sort;
  const [creator, q] = [one(raw.creator), one(raw.q)];
  if (creator !== undefined) search.creator = creator;
  if (q !== undefined) search.q = q;
  return search;
}
