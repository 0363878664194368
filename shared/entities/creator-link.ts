import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { RoleName } from "./account.ts";
import { CreatorRow, ServiceName } from "./creator.ts";
import { TaggedListItem } from "./post.ts";

/** A request to link two creators, as moderators see it. */
export const CreatorLinkRequest = z.object({
  id: z.int(),
  from_service: ServiceName,
  from_id: z.string(),
  to_service: ServiceName,
  to_id: z.string(),
  reason: z.nullable(z.string()),
  requester_id: z.nullable(z.int()),
  status: z.literal("pending"),
  /** Null if the account was deleted. */
  requester: z.nullable(z.object({ id: z.int(), username: z.string(), role: RoleName })),
  from_creator: CreatorRow,
  to_creator: CreatorRow,
  created_at: Iso,
  /** Creators already linked to one of the two, which would then be linked to both. */
  linked: z.array(CreatorRow),
  /** Send with the decision. */
  version: z.string(),
});
export type CreatorLinkRequest = z.infer<typeof CreatorLinkRequest>;

/** A post of one of several linked creators, with older posts of the others that have the same file or attachments. */
export const LinkedPost = z.extend(TaggedListItem, {
  repeats: z.array(z.object({ service: ServiceName, user: z.string(), id: z.string() })),
});
export type LinkedPost = z.infer<typeof LinkedPost>;
