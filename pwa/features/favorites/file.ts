/** The file `favorites.json`, and lists of favorites of other sites and programs. */
import { FavoritesFile, INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import { readWantedList, type Unread } from "#shared/rules/wanted-list.ts";
import type { FavoriteTarget } from "./marks.ts";

/** A list of favorites. Entries that do not say whose a post is, or name only the public name of a creator, are left out. */
export interface ReadFavorites extends FavoritesFile {
  unread: readonly Unread[];
  /** Number of entries that are left out. */
  incomplete: number;
}

/** @throws Error with `INVALID_FAVORITES` if it is no list, or too long */
export function readFavoritesFile(text: string): ReadFavorites {
  const { creators, posts, unread } = readWantedList(text);
  const file = FavoritesFile.safeParse({
    artists: creators.filter((one) => !one.by_public_id),
    posts: posts.filter(({ user }) => user !== null),
  });
  const isList = creators.length + posts.length > 0 || unread.length === 0;
  if (!file.success || !isList) throw new Error(INVALID_FAVORITES);
  const { artists, posts: whole } = file.data;
  const incomplete = creators.length + posts.length - artists.length - whole.length;
  return { artists, posts: whole, unread, incomplete };
}

export function toFile(targets: readonly FavoriteTarget[]): FavoritesFile {
  return {
    artists: targets.flatMap(({ service, user, post }) =>
      post === undefined ? [{ service, id: user }] : [],
    ),
    posts: targets.flatMap(({ service, user, post }) =>
      post === undefined ? [] : [{ service, user, id: post }],
    ),
  };
}

/** Targets of a file, in its order. */
export const targetsOf = ({ artists, posts }: FavoritesFile): FavoriteTarget[] => [
  ...artists.map(({ service, id }) => ({ service, user: id })),
  ...posts.map(({ service, user, id }) => ({ service, user, post: id })),
];
