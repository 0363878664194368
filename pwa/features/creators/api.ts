import { hashKey, queryOptions } from "@tanstack/react-query";
import { getProfile, listUpdatedCreators, pageCreators } from "#shared/contracts/creators.ts";
import { cachedCall } from "../../offline/cached.ts";
import { noteShown } from "../../offline/shown.ts";
import { askList } from "./list.ts";
import type { CreatorSearch } from "./search.ts";

/** Every answer of the worker begins with this key. */
export const LIST = ["creators", "list"];

/** A page of the list as the worker finds it. */
export function foundCreatorsQuery({ q, service, sort_by, order, o }: CreatorSearch) {
  const wanted = { q, service, sort_by, order, o };
  return queryOptions({
    queryKey: [...LIST, wanted],
    queryFn: async ({ queryKey }) => {
      const { page, storedAt } = await askList(wanted);
      noteShown(hashKey(queryKey), storedAt);
      return page;
    },
    staleTime: 60_000,
  });
}

/** The first look, while the whole list is on its way: only without words, which the server would search otherwise. */
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

export function profileQuery({ service, id }: { service: string; id: string }) {
  return queryOptions({
    queryKey: ["profile", service, id],
    queryFn: (context) => cachedCall(getProfile, { params: { service, id } }, context),
  });
}
