import type { CommunityMessage } from "#shared/entities/community.ts";

/** A message or a reply. */
export type MessageOrReply = Omit<CommunityMessage, "replies"> & { replies?: CommunityMessage["replies"] };
