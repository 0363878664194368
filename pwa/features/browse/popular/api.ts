import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import type { PopularSearch } from "./search.ts";

export function popularQuery({ date, period, o }: PopularSearch) {
  return queryOptions({
    queryKey: ["popular", { date, period, o }],
    queryFn: (context) => cachedCall(listPopularPosts, { query: { date, period, o, with: "card" } }, context),
    placeholderData: keepPreviousData,
  });
}
