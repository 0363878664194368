import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getFeedAddress,
  listFavorites,
  lookUpFavorites,
  pageFavoritePosts,
} from "#shared/contracts/favorites.ts";
import type { FavoriteCreator, FavoritePost } from "#shared/entities/favorite.ts";
import { FAVORITE_SORTS } from "#shared/rules/sort-orders.ts";
import { call } from "../../api/call.ts";
import { ACCOUNT_KEY, accountCall, finishLogout } from "../../offline/account/call.ts";
import { cachedCall } from "../../offline/cache/cached.ts";
import { toFile } from "./file.ts";
import { deviceFavorites } from "./marks.ts";
import type { FavoriteSearch } from "./search.ts";

/** Prefix of the query keys of favorites. */
export const FAVORITES_KEY = [ACCOUNT_KEY, "favorites"] as const;

/** Timeout of requests with thousands of favorites. */
export const IMPORT_TIMEOUT_MS = 120_000;

/** Names and cards of the favorites that this device keeps without an account, as far as the archive has them. */
export function deviceFavoritesQuery() {
  return queryOptions({
    queryKey: [...FAVORITES_KEY, "device"],
    queryFn: (context) => {
      const body = toFile(deviceFavorites());
      const isEmpty = body.artists.length === 0 && body.posts.length === 0;
      return isEmpty ? { artists: [], posts: [] } : cachedCall(lookUpFavorites, { body }, context);
    },
  });
}

/** All favorite creators; small, so they are sorted and filtered in the browser, offline too. */
export function favoriteCreatorsQuery() {
  return queryOptions({
    queryKey: [...FAVORITES_KEY, "artist"],
    queryFn: async (context) =>
      (await accountCall(listFavorites, { query: { type: "artist" } }, context)) as FavoriteCreator[],
  });
}

/** A page of favorite posts, sorted by the server. */
export function favoritePostsQuery({ sort_by, order, o }: Pick<FavoriteSearch, "sort_by" | "order" | "o">) {
  return queryOptions({
    queryKey: [...FAVORITES_KEY, "posts", { sort_by, order, o }],
    queryFn: (context) =>
      accountCall(pageFavoritePosts, { query: { sort_by: postSort(sort_by), order, o } }, context),
    placeholderData: keepPreviousData,
  });
}

/** All favorite posts, for the filter and the export. */
export function allFavoritePostsQuery({ sort_by, order }: Pick<FavoriteSearch, "sort_by" | "order">) {
  return queryOptions({
    queryKey: [...FAVORITES_KEY, "post", { sort_by, order }],
    queryFn: async (context) =>
      (await accountCall(
        listFavorites,
        { query: { type: "post", sort_by: postSort(sort_by), order } },
        context,
      )) as FavoritePost[],
  });
}

const postSort = (sort: FavoriteSearch["sort_by"]) => FAVORITE_SORTS.post.find((one) => one === sort);

/** Address of the feed, always fetched from the server. */
export function feedAddressQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "feed"],
    queryFn: async ({ signal }) => {
      await finishLogout();
      return await call(getFeedAddress, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });
}
