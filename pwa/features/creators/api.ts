import { queryOptions } from "@tanstack/react-query";
import { getProfile, listCreators, listUpdatedCreators } from "#shared/contracts/creators.ts";
import { call } from "../../api/call.ts";

/** Everybody; searched on the device. */
export function creatorsQuery() {
  return queryOptions({
    queryKey: ["creators"],
    queryFn: async ({ signal }) => {
      const answer = await call(listCreators, { signal });
      return Array.isArray(answer) ? answer : answer.creators;
    },
    staleTime: 5 * 60_000,
  });
}

export function updatedCreatorsQuery() {
  return queryOptions({
    queryKey: ["creators", "updated"],
    queryFn: ({ signal }) => call(listUpdatedCreators, { signal }),
  });
}

export function profileQuery({ service, id }: { service: string; id: string }) {
  return queryOptions({
    queryKey: ["profile", service, id],
    queryFn: ({ signal }) => call(getProfile, { params: { service, id }, signal }),
  });
}
