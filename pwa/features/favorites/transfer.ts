/** Exports and imports `favorites.json`, of the account or without one of this device. */
import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { importFavorites, lookUpFavorites } from "#shared/contracts/favorites.ts";
import type { FavoritesFile } from "#shared/rules/favorites.ts";
import { call } from "../../api/call.ts";
import {
  allFavoritePostsQuery,
  deviceFavoritesQuery,
  favoriteCreatorsQuery,
  IMPORT_TIMEOUT_MS,
} from "./api.ts";
import { targetsOf, toFile } from "./file.ts";
import { changeDeviceFavorites, deviceFavorites, favoriteKey, isFavorite } from "./marks.ts";

/** The browser does not store favorites; nothing was changed. */
export class NotStoredError extends Error {
  override name = "NotStoredError";
}

type ImportCounts = z.infer<typeof importFavorites.response>;

/** @throws as `call` does */
export async function exportFromAccount(client: QueryClient): Promise<FavoritesFile> {
  const [creators, posts] = await Promise.all([
    client.fetchQuery(favoriteCreatorsQuery()),
    client.fetchQuery(allFavoritePostsQuery({})),
  ]);
  return {
    artists: creators.map(({ service, id, name }) => ({ service, id, name })),
    posts: posts.map(({ service, user, id, title }) => ({ service, user, id, title })),
  };
}

/** All favorites of this device, with their names as far as they are known: it works offline too. */
export async function exportFromDevice(client: QueryClient): Promise<FavoritesFile> {
  const query = deviceFavoritesQuery();
  const known = await client.fetchQuery(query).catch(() => client.getQueryData(query.queryKey));
  const names = new Map<string, { name: string } | { title: string }>([
    ...(known?.artists ?? []).map(({ service, id, name }) => [`${service}/${id}`, { name }] as const),
    ...(known?.posts ?? []).map(
      ({ service, user, id, title }) => [`${service}/${user}/${id}`, { title }] as const,
    ),
  ]);
  const { artists, posts } = toFile(deviceFavorites());
  return {
    artists: artists.map((one) => ({ ...one, ...names.get(`${one.service}/${one.id}`) })),
    posts: posts.map((one) => ({ ...one, ...names.get(`${one.service}/${one.user}/${one.id}`) })),
  };
}

export const importToAccount = (file: FavoritesFile): Promise<ImportCounts> =>
  call(importFavorites, { body: file, timeout: IMPORT_TIMEOUT_MS });

/** Adds what the archive has. @throws NotStoredError, or as `call` does */
export async function importToDevice(file: FavoritesFile): Promise<ImportCounts> {
  const found = await call(lookUpFavorites, { body: file, timeout: IMPORT_TIMEOUT_MS });
  const inArchive = new Set(targetsOf(found).map(favoriteKey));
  const wanted = new Map(targetsOf(file).map((target) => [favoriteKey(target), target]));
  const present = [...wanted].flatMap(([key, target]) => (inArchive.has(key) ? [target] : []));
  const added = present.filter((target) => !isFavorite(target));
  if (!changeDeviceFavorites(added, true)) throw new NotStoredError();
  return {
    added: added.length,
    known: present.length - added.length,
    missing: wanted.size - present.length,
  };
}
