import { queryOptions } from "@tanstack/react-query";
import { getTasks } from "#shared/contracts/tasks.ts";
import { ACCOUNT_KEY, accountCall } from "../../offline/account/call.ts";

/** Prefix of the query keys of moderators' screens. */
export const MODERATION_KEY = [ACCOUNT_KEY, "moderation"] as const;

/** Invalidated by every decision. */
export const TASKS_KEY = [...MODERATION_KEY, "tasks"] as const;

/** Numbers of items waiting in the account's queues. */
export function tasksQuery() {
  return queryOptions({
    queryKey: TASKS_KEY,
    queryFn: (context) => accountCall(getTasks, {}, context),
    staleTime: 60_000,
  });
}
