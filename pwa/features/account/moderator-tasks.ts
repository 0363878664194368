import { queryOptions } from "@tanstack/react-query";
import { getModeratorTasks } from "#shared/contracts/moderation.ts";
import { ACCOUNT_KEY, accountCall } from "../../offline/account/call.ts";

/** Prefix of the query keys of moderators' screens. */
export const MODERATION_KEY = [ACCOUNT_KEY, "moderation"] as const;

/** Counts of open tasks. */
export function tasksQuery() {
  return queryOptions({
    queryKey: [...MODERATION_KEY, "tasks"],
    queryFn: (context) => accountCall(getModeratorTasks, {}, context),
  });
}
