import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

/** All posts, or search results. */
export function postsQuery(search: ListSearch) {
  return queryOptions({
    queryKey: ["posts", search],
    queryFn: (context) => cachedCall(listPosts, { query: { ...search, with: "card" } }, context),
    placeholderData: keepPreviousData,
  });
}

export function creatorPostsQuery(creator: { service: string; id: string }, search: ListSearch) {
  const params = { service: creator.service, id: creator.id };
  return queryOptions({
    queryKey: ["creator-posts", params, search],
    queryFn: (context) =>
      cachedCall(listCreatorPosts, { params, query: { ...search, with: "tags" } }, context),
  });
}
