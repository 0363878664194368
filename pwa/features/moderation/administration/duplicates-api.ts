import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listDuplicates } from "#shared/contracts/duplicates.ts";
import { accountCall } from "../../../offline/account/call.ts";
import { ADMINISTRATION_KEY } from "./api.ts";

export interface DuplicateSearch {
  o?: string | undefined;
  /** Only pairs with an image of this creator. */
  service?: string | undefined;
  user?: string | undefined;
}

export function duplicatesQuery({ o, service, user }: DuplicateSearch) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "duplicates", o, service, user],
    queryFn: (context) => accountCall(listDuplicates, { query: { o, service, user } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
