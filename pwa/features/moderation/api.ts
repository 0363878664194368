import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getFlagDetails, listActions, listFlags } from "#shared/contracts/moderation.ts";
import { accountCall } from "../../offline/account/call.ts";
import { MODERATION_KEY } from "../account/tasks.ts";

export type FlagState = "open" | "resolved";

export function flagsQuery(state: FlagState, o: string | undefined) {
  return queryOptions({
    queryKey: [...MODERATION_KEY, "flags", state, o],
    queryFn: (context) => accountCall(listFlags, { query: { state, o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function flagQuery(flag: string) {
  return queryOptions({
    queryKey: [...MODERATION_KEY, "flag", flag],
    queryFn: (context) => accountCall(getFlagDetails, { params: { flag } }, context),
    staleTime: 0,
  });
}

export function actionsQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...MODERATION_KEY, "actions", o],
    queryFn: (context) => accountCall(listActions, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
