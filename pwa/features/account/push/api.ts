import { queryOptions } from "@tanstack/react-query";
import { getPush } from "#shared/contracts/push.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, finishLogout } from "../../../offline/account/call.ts";

/** Subscription of this session, always fetched from the server. */
export function pushQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "push"],
    queryFn: async ({ signal }) => {
      await finishLogout();
      return await call(getPush, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });
}
