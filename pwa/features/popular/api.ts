import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPopularPosts } from "#shared/contracts/posts.ts";
import { call } from "../../api/call.ts";
import type { PopularSearch } from "./search.ts";

export function popularQuery({ date, period, o }: PopularSearch) {
  return queryOptions({
    queryKey: ["popular", { date, period, o }],
    queryFn: ({ signal }) => call(listPopularPosts, { query: { date, period, o, with: "tags" }, signal }),
    placeholderData: keepPreviousData,
  });
}
