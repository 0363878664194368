import { LIBRARY_ORDERS, type LibraryOrder, type PostOrder } from "#shared/rules/sort-orders.ts";
import { one, toListSearch } from "../../lib/list-search.ts";

/** The search string of `/read`. */
export interface ReadSearch {
  /** Creator; both are set, or neither. */
  service?: string | undefined;
  user?: string | undefined;
  q?: string | undefined;
  tag?: string[] | undefined;
  sort_by?: PostOrder | undefined;
  collection?: string | undefined;
  /** Sort order of saved posts; `service`, `user` and `q` filter them. */
  saved?: LibraryOrder | undefined;
  /** Offset of the page with `at`. */
  o?: string | undefined;
  /** The post in view: `service/creator/post`. */
  at?: string | undefined;
}

export function toReadSearch(raw: Record<string, unknown>): ReadSearch {
  const { q, tag, sort_by, o } = toListSearch(raw);
  return {
    service: one(raw["service"]),
    user: one(raw["user"]),
    collection: one(raw["collection"]),
    saved: LIBRARY_ORDERS.find((known) => known === one(raw["saved"])),
    at: one(raw["at"]),
    q,
    tag,
    sort_by,
    o,
  };
}
