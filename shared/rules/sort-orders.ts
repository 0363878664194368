/**
 * Sort orders of all lists, under the names that addresses have. A name on screen is a message of its own, such as
 * `cards.order.added`; one that is missing does not compile. To add an order: docs/CONTRIBUTING.md.
 */
import type { CreatorListItem } from "../entities/creator.ts";
import type { PostDocument } from "../search/documents.ts";

type Names<List> = [keyof List & string, ...(keyof List & string)[]];
const namesOf = <List extends object>(list: List) => Object.keys(list) as Names<List>;

/** Attributes of a post in the search engine that it can be sorted by. */
export type SortAttribute = {
  [Name in keyof PostDocument]: PostDocument[Name] extends number ? Name : never;
}[keyof PostDocument];
type EngineSort = readonly [SortAttribute, "asc" | "desc"];

/** Lists of posts: by a date, newest first. `search`: the same order in a search; null where the search engine lacks it. */
export const POST_ORDERS = {
  published: { search: "newest" },
  added: { search: "added" },
  edited: { search: null },
} as const satisfies Record<string, { search: SearchSort | null }>;
export type PostOrder = keyof typeof POST_ORDERS;
export const POST_ORDER_NAMES = namesOf(POST_ORDERS);
/** A list is paged by keyset in its default order, by offset in the others. */
export const DEFAULT_POST_ORDER = { all: "added", creator: "published" } as const satisfies Record<
  string,
  PostOrder
>;

/** Returns false for words, which are found by relevance, and for tags in an order that the engine lacks. */
export function canOrder(order: PostOrder, hasWords: boolean, hasTags: boolean): boolean {
  return !hasWords && !(hasTags && POST_ORDERS[order].search === null);
}

/** Values of the search condition `sort:`. */
export const SEARCH_SORTS = {
  newest: { engine: ["published", "desc"], isOfDms: true },
  oldest: { engine: ["published", "asc"], isOfDms: true },
  added: { engine: ["added", "desc"], isOfDms: true },
  favorites: { engine: ["fav_count", "desc"], isOfDms: false },
} as const satisfies Record<string, { engine: EngineSort; isOfDms: boolean }>;
export type SearchSort = keyof typeof SEARCH_SORTS;
export const SEARCH_SORT_NAMES = namesOf(SEARCH_SORTS);

/** The list of creators: the fields that are compared, in turn. */
export const CREATOR_SORTS = {
  favorited: ["favorited"],
  indexed: ["indexed"],
  updated: ["updated"],
  name: ["name"],
  service: ["service", "name"],
} as const satisfies Record<string, readonly (keyof CreatorListItem)[]>;
export type CreatorSort = keyof typeof CREATOR_SORTS;
export type CreatorSortField = (typeof CREATOR_SORTS)[CreatorSort][number];
export const CREATOR_SORT_NAMES = namesOf(CREATOR_SORTS);
export const DEFAULT_CREATOR_SORT = "favorited" satisfies CreatorSort;

/** Favorites of each kind. */
export const FAVORITE_SORTS = {
  creator: ["updated", "faved_seq", "last_imported"],
  post: ["published", "faved_seq"],
} as const;
export type CreatorFavoriteSort = (typeof FAVORITE_SORTS)["creator"][number];
export type PostFavoriteSort = (typeof FAVORITE_SORTS)["post"][number];
export const DEFAULT_FAVORITE_SORT = { creator: "updated", post: "faved_seq" } as const;

/** Saved posts on a device. */
export const LIBRARY_ORDERS = ["date", "size", "creator"] as const;
export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];
export const DEFAULT_LIBRARY_ORDER = "date" satisfies LibraryOrder;
