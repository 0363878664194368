import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getShare, listShares } from "#shared/contracts/shares.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export function sharesQuery(o: string | undefined) {
  return queryOptions({
    queryKey: ["shares", o],
    queryFn: (context) => cachedCall(listShares, { query: { o } }, context),
    placeholderData: keepPreviousData,
  });
}

export function shareQuery(id: string) {
  return queryOptions({
    queryKey: ["share", id],
    queryFn: (context) => cachedCall(getShare, { params: { id } }, context),
  });
}
