import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getRequestStatus, listTakedownRequests } from "#shared/contracts/takedown-requests.ts";
import type { RequestStatus } from "#shared/entities/takedown-request.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

/** Prefix of the query keys of request lists. */
export const REQUESTS_KEY = [ACCOUNT_KEY, "takedown requests"] as const;

export function requestsQuery(state: RequestStatus["state"], o: string | undefined) {
  return queryOptions({
    queryKey: [...REQUESTS_KEY, state, o],
    queryFn: (context) => accountCall(listTakedownRequests, { query: { state, o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Never stored: the secret alone grants access. */
export function statusQuery(secret: string) {
  return queryOptions({
    queryKey: ["takedown request", secret],
    queryFn: ({ signal }) => call(getRequestStatus, { body: { secret }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
