import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listGroups, listRatedCreators } from "#shared/contracts/groups.ts";
import { accountCall } from "../../../offline/account/call.ts";
import { ADMINISTRATION_KEY } from "./api.ts";
import { takedownTarget } from "./takedowns-api.ts";

export function groupsQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "groups"],
    queryFn: (context) => accountCall(listGroups, {}, context),
    staleTime: 0,
  });
}

export function ratedCreatorsQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "ratings", o],
    queryFn: (context) => accountCall(listRatedCreators, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The creator of an address in this archive; undefined for another address. */
export function creatorAt(address: string): { service: string; id: string } | undefined {
  const target = takedownTarget(address);
  return target !== undefined && "user" in target ? { service: target.service, id: target.user } : undefined;
}
