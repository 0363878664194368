import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listDms } from "#shared/contracts/dms.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

export type DmSearch = Pick<ListSearch, "q" | "o">;

/** All DMs, or search results. */
export function dmsQuery({ q, o }: DmSearch) {
  return queryOptions({
    queryKey: ["dms", { q, o }],
    queryFn: (context) => cachedCall(listDms, { query: { q, o } }, context),
    select: ({ props }) => props,
    placeholderData: keepPreviousData,
  });
}
