/** The search string of the lists of favorites. */
import {
  type CreatorFavoriteSort,
  FAVORITE_SORTS,
  type PostFavoriteSort,
} from "#shared/rules/sort-orders.ts";
import { one } from "../../lib/list-search.ts";

type Sort = CreatorFavoriteSort | PostFavoriteSort;

export interface FavoriteSearch {
  /** Filter. */
  q?: string | undefined;
  sort_by?: Sort | undefined;
  order?: "asc" | "desc" | undefined;
  o?: string | undefined;
  /** Creators only: one card for all profiles of a person. */
  by?: "person" | undefined;
  /** Creators only: filter by label. */
  label?: string | undefined;
}

/** Parses the search string; unknown values are ignored. */
export function toFavoriteSearch(
  kind: keyof typeof FAVORITE_SORTS,
  raw: Record<string, unknown>,
): FavoriteSearch {
  const order = one(raw["order"]);
  return {
    q: one(raw["q"]),
    o: one(raw["o"]),
    order: order === "asc" || order === "desc" ? order : undefined,
    sort_by: FAVORITE_SORTS[kind].find((sort) => sort === one(raw["sort_by"])),
    by: kind === "creator" && one(raw["by"]) === "person" ? "person" : undefined,
    label: kind === "creator" ? one(raw["label"]) : undefined,
  };
}
