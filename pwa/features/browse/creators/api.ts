import { queryOptions } from "@tanstack/react-query";
import { listUpdatedCreators, pageCreators } from "#shared/contracts/creators.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import type { CreatorSearch } from "../../search/creators/search.ts";

/**
 * A page sorted by the server, until the whole list is loaded. Not for text queries, which would start a server search.
 */
export function creatorPageQuery({ service, sort_by, order, o }: CreatorSearch) {
  const query = { service: service as undefined, sort_by, order, o };
  return queryOptions({
    queryKey: ["creators", "page", query],
    queryFn: (context) => cachedCall(pageCreators, { query }, context),
  });
}

export function updatedCreatorsQuery() {
  return queryOptions({
    queryKey: ["creators", "updated"],
    queryFn: (context) => cachedCall(listUpdatedCreators, {}, context),
  });
}
