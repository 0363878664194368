/** Sorts, groups and filters favorites. */
import type { FavoriteCreator, ListedFavoritePost } from "#shared/entities/favorite.ts";
import { type CreatorFavoriteSort, DEFAULT_FAVORITE_SORT } from "#shared/rules/sort-orders.ts";
import type { FavoriteSearch } from "./search.ts";

/** Sorts creators, descending by default; equal ones by the time they were favorited. */
export function sortCreators(
  creators: readonly FavoriteCreator[],
  sort: CreatorFavoriteSort,
  order: "asc" | "desc",
): FavoriteCreator[] {
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: FavoriteCreator, b: FavoriteCreator) =>
    sort === "faved_seq" || a[sort] === b[sort] ? a.faved_seq - b.faved_seq : a[sort] < b[sort] ? -1 : 1;
  return creators.toSorted((a, b) => sign * compare(a, b));
}

/** Sorts posts of this device, descending by default; posts without a date count as the oldest. */
export function sortPosts(
  posts: readonly ListedFavoritePost[],
  { sort_by = DEFAULT_FAVORITE_SORT.post, order }: FavoriteSearch,
): ListedFavoritePost[] {
  const sign = order === "asc" ? 1 : -1;
  const dateOf = ({ published }: ListedFavoritePost) => (sort_by === "published" ? (published ?? "") : "");
  const compare = (a: ListedFavoritePost, b: ListedFavoritePost) =>
    dateOf(a) === dateOf(b) ? a.faved_seq - b.faved_seq : dateOf(a) < dateOf(b) ? -1 : 1;
  return posts.toSorted((a, b) => sign * compare(a, b));
}

/** Groups linked profiles of a person, at the place of the first in the list. */
export function byPerson(creators: readonly FavoriteCreator[]): [FavoriteCreator, ...FavoriteCreator[]][] {
  const people = new Map<number | string, [FavoriteCreator, ...FavoriteCreator[]]>();
  for (const creator of creators) {
    const key = creator.relation_id ?? `${creator.service}/${creator.id}`;
    const person = people.get(key);
    if (person === undefined) people.set(key, [creator]);
    else person.push(creator);
  }
  return [...people.values()];
}

/** Items whose text contains all words of the filter, case-insensitive. */
export function matching<T>(
  items: readonly T[],
  filter: string | undefined,
  textOf: (item: T) => string,
): T[] {
  const words = (filter ?? "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = textOf(item).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
