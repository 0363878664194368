import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { call } from "../../api/call.ts";
import type { ListSearch } from "../../lib/list-search.ts";

/** All posts, or those that match. */
export function postsQuery(search: ListSearch) {
  return queryOptions({
    queryKey: ["posts", search],
    queryFn: ({ signal }) => call(listPosts, { query: { ...search, with: "tags" }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function creatorPostsQuery(creator: { service: string; id: string }, search: ListSearch) {
  const params = { service: creator.service, id: creator.id };
  return queryOptions({
    queryKey: ["creator-posts", params, search],
    queryFn: ({ signal }) => call(listCreatorPosts, { params, query: { ...search, with: "tags" }, signal }),
  });
}
