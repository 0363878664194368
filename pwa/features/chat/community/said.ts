import type { CommunityMessage } from "#shared/entities/community.ts";

/** A message or a reply. */
export type CommunitySaid = Omit<CommunityMessage, "replies"> & { replies?: CommunityMessage["replies"] };
