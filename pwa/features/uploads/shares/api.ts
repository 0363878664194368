import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getShare, listShares } from "#shared/contracts/shares.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

export function sharesQuery({ q, o }: Pick<ListSearch, "q" | "o">) {
  return queryOptions({
    queryKey: ["shares", { q, o }],
    queryFn: (context) => cachedCall(listShares, { query: { q, o } }, context),
    placeholderData: keepPreviousData,
  });
}

export function shareQuery(id: string) {
  return queryOptions({
    queryKey: ["share", id],
    queryFn: (context) => cachedCall(getShare, { params: { id } }, context),
  });
}
