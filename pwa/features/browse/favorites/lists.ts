/** The lists of favorites, of the account or without one of this device. */
import { useQuery } from "@tanstack/react-query";
import type { FavoritePost } from "#shared/entities/favorite.ts";
import type { PostListItem } from "#shared/entities/post.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { useLoggedIn } from "../../../lib/session.ts";
import {
  allFavoritePostsQuery,
  deviceFavoritesQuery,
  favoriteCreatorsQuery,
  favoritePostsQuery,
} from "../../favorites/api.ts";
import { matching, sortPosts } from "../../favorites/list.ts";
import { useFavoriteKeys } from "../../favorites/marks.ts";
import type { FavoriteSearch } from "../../favorites/search.ts";

export function useFavoriteCreators() {
  const hasAccount = useLoggedIn();
  const keys = useFavoriteKeys("creator");
  const own = useQuery({ ...favoriteCreatorsQuery(), enabled: hasAccount });
  const onDevice = useQuery({
    ...deviceFavoritesQuery(),
    enabled: !hasAccount,
    select: ({ artists }) => artists.filter(({ service, id }) => keys?.has(`${service}/${id}`)),
  });
  return hasAccount ? own : onDevice;
}

/** A page of posts. */
export interface FoundPosts {
  posts: PostListItem[];
  /** Total of all pages. */
  count: number;
}

interface FavoritePosts {
  found: FoundPosts | undefined;
  /** Keys of all favorites, without a filter; undefined if some are unknown. */
  listed: string[] | undefined;
  isStale: boolean;
  error: Error | null;
  refetch: () => void;
}

export function useFavoritePosts(search: FavoriteSearch): FavoritePosts {
  const hasAccount = useLoggedIn();
  const own = useOwnPosts(search, hasAccount);
  const onDevice = useDevicePosts(search, !hasAccount);
  return hasAccount ? own : onDevice;
}

/** A page of the server's list, or filtered results from the whole list. */
function useOwnPosts(search: FavoriteSearch, enabled: boolean): FavoritePosts {
  const isFiltered = search.q !== undefined;
  const pages = useQuery({ ...favoritePostsQuery(search), enabled: enabled && !isFiltered });
  const all = useQuery({ ...allFavoritePostsQuery(search), enabled: enabled && isFiltered });
  const { error, refetch } = isFiltered ? all : pages;
  const filtered = all.data && pageOf(matchingPosts(all.data, search), search);
  const found = isFiltered ? filtered && { ...filtered, posts: filtered.posts.map(toListItem) } : pages.data;
  const isOnlyPage = !isFiltered && found !== undefined && found.count <= PAGE_SIZE;
  return {
    found,
    listed: isOnlyPage ? found.posts.map(postKey) : undefined,
    isStale: !isFiltered && pages.isPlaceholderData,
    error,
    refetch: () => void refetch(),
  };
}

function useDevicePosts(search: FavoriteSearch, enabled: boolean): FavoritePosts {
  const { data, error, refetch, isRefetching } = useQuery({ ...deviceFavoritesQuery(), enabled });
  const keys = useFavoriteKeys("post");
  const posts = data?.posts.filter((post) => keys?.has(postKey(post)));
  return {
    found: posts && pageOf(matchingPosts(sortPosts(posts, search), search), search),
    listed: isRefetching ? undefined : data?.posts.map(postKey),
    isStale: false,
    error,
    refetch: () => void refetch(),
  };
}

const toListItem = (post: FavoritePost): PostListItem => ({
  ...post,
  substring: post.content.slice(0, 50),
});

type Named = Pick<PostListItem, "title" | "service" | "user">;

const matchingPosts = <T extends Named>(posts: readonly T[], { q }: FavoriteSearch): T[] =>
  matching(posts, q, ({ title, service, user }) => `${title} ${service} ${user}`);

function pageOf<T>(posts: readonly T[], { o }: FavoriteSearch): { count: number; posts: T[] } {
  const offset = offsetNumber(o);
  return { count: posts.length, posts: posts.slice(offset, offset + PAGE_SIZE) };
}
