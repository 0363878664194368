import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { searchFacets, searchHelp, searchPosts } from "#shared/contracts/search.ts";
import { call } from "../../../api/call.ts";
import type { ListSearch } from "../../../lib/list-search.ts";

const OPTIONS = { staleTime: 30_000, gcTime: 5 * 60_000, retry: false } as const;

/** Highlights of the posts on this page. */
export function hitsQuery({ q, tag, o }: ListSearch) {
  const query = { q, tag, o };
  return queryOptions({
    queryKey: ["posts", "hits", query],
    queryFn: ({ signal }) => call(searchPosts, { query, signal }),
    ...OPTIONS,
  });
}

export function facetsQuery({ q, tag }: ListSearch) {
  const query = { q, tag };
  return queryOptions({
    queryKey: ["posts", "facets", query],
    queryFn: ({ signal }) => call(searchFacets, { query, signal }),
    placeholderData: keepPreviousData,
    ...OPTIONS,
  });
}

export function helpQuery({ q, tag }: ListSearch) {
  const query = { q, tag };
  return queryOptions({
    queryKey: ["posts", "help", query],
    queryFn: ({ signal }) => call(searchHelp, { query, signal }),
    ...OPTIONS,
  });
}
