import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getShare, listShares } from "#shared/contracts/shares.ts";
import { call } from "../../api/call.ts";

export function sharesQuery(o: string | undefined) {
  return queryOptions({
    queryKey: ["shares", o],
    queryFn: ({ signal }) => call(listShares, { query: { o }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function shareQuery(id: string) {
  return queryOptions({
    queryKey: ["share", id],
    queryFn: ({ signal }) => call(getShare, { params: { id }, signal }),
  });
}
