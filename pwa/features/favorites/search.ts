/** The search string of the lists of favorites. */
import { CREATOR_FAVORITE_SORTS, POST_FAVORITE_SORTS } from "#shared/rules/favorite-sorts.ts";
import { one } from "../../lib/list-search.ts";

export interface FavoriteSearch {
  /** Filter. */
  q?: string | undefined;
  sort_by?: (typeof CREATOR_FAVORITE_SORTS | typeof POST_FAVORITE_SORTS)[number] | undefined;
  order?: "asc" | "desc" | undefined;
  o?: string | undefined;
  /** Of creators: one card for all profiles of a person. */
  by?: "person" | undefined;
  /** Of creators: only those with this label. */
  label?: string | undefined;
}

const SORTS = { creator: CREATOR_FAVORITE_SORTS, post: POST_FAVORITE_SORTS };
export const DEFAULT_SORT = { creator: "updated", post: "faved_seq" } as const;

/** Unknown values count as none. */
export function toFavoriteSearch(kind: keyof typeof SORTS, raw: Record<string, unknown>): FavoriteSearch {
  const order = one(raw["order"]);
  return {
    q: one(raw["q"]),
    o: one(raw["o"]),
    order: order === "asc" || order === "desc" ? order : undefined,
    sort_by: SORTS[kind].find((sort) => sort === one(raw["sort_by"])),
    by: kind === "creator" && one(raw["by"]) === "person" ? "person" : undefined,
    label: kind === "creator" ? one(raw["label"]) : undefined,
  };
}
