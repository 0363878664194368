import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { searchAll } from "#shared/contracts/search.ts";
import { call } from "../../api/call.ts";

/** Query of the search box. The key contains the words, so a late response never replaces a newer one. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["search", q],
    queryFn: ({ signal }) => call(searchAll, { query: { q }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  });
}
