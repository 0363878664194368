/** The file `favorites.json`. */
import { FavoritesFile, INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import type { FavoriteTarget } from "./marks.ts";

/** @throws Error with `INVALID_FAVORITES` */
export function readFavoritesFile(text: string): FavoritesFile {
  try {
    return FavoritesFile.parse(JSON.parse(text));
  } catch {
    throw new Error(INVALID_FAVORITES);
  }
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
