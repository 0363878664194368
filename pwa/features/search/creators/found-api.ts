import { hashKey, queryOptions } from "@tanstack/react-query";
import { setStale } from "../../../offline/cache/stale-queries.ts";
import { findCreators } from "./list-client.ts";
import type { CreatorSearch } from "./search.ts";

/** Prefix of the query keys of results from the worker. */
export const LIST = ["creators", "list"];

/** A page of creators, searched by the worker. */
export function foundCreatorsQuery({ q, service, sort_by, order, o }: CreatorSearch) {
  const wanted = { q, service, sort_by, order, o };
  return queryOptions({
    queryKey: [...LIST, wanted],
    queryFn: async ({ queryKey }) => {
      const { page, storedAt } = await findCreators(wanted);
      setStale(hashKey(queryKey), storedAt);
      return page;
    },
    staleTime: 60_000,
  });
}
