import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listDms } from "#shared/contracts/dms.ts";
import { call } from "../../api/call.ts";
import type { ListSearch } from "../../lib/list-search.ts";

export type DmSearch = Pick<ListSearch, "q" | "o">;

/** All DMs, or those that match. */
export function dmsQuery({ q, o }: DmSearch) {
  return queryOptions({
    queryKey: ["dms", { q, o }],
    queryFn: async ({ signal }) => (await call(listDms, { query: { q, o }, signal })).props,
    placeholderData: keepPreviousData,
  });
}
