/** Items that wait for a decision of the caller. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

const ModeratorTasks = z.object({
  flags: z.int(),
  creator_links: z.int(),
  takedown_requests: z.int(),
  uploads: z.int(),
});

const Tasks = z.object({
  /** Imported DMs of the account that wait for its review. */
  dms: z.int(),
  /** Null unless the caller is a moderator. */
  moderation: z.nullable(ModeratorTasks),
});
export type Tasks = z.infer<typeof Tasks>;

export const getTasks = endpoint({
  method: "GET",
  path: "/v1/account/tasks",
  access: "session",
  private: true,
  summary: "Number of items waiting in each queue that the caller may decide on.",
  response: Tasks,
});
