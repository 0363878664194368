import type { CommunityMessage } from "#shared/entities/community.ts";

/** A message, or an answer to one. */
export type CommunitySaid = Omit<CommunityMessage, "replies"> & { replies?: CommunityMessage["replies"] };
