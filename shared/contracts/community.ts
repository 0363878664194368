/** Community channels of a creator. */
import { z } from "zod/mini";
import { CommunityChannel, CommunityMessage } from "../entities/community.ts";
import { offset } from "../rules/offset.ts";
import { CHAT_PAGE_SIZE } from "../rules/paging.ts";
import { endpoint } from "./endpoint.ts";
import { CreatorParams } from "./profile.ts";

export const listCommunityChannels = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community",
  access: "anyone",
  topics: ["community_channels", "creators.listed"],
  summary: "A creator's community channels; an empty list when there are none.",
  params: CreatorParams,
  response: z.array(CommunityChannel),
});

export const listCommunityMessages = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/messages",
  access: "anyone",
  topics: ["community_channels", "community_messages", "creators.listed"],
  summary:
    "A channel's messages with their replies, newest first, 150 a page. The id is the channel's; a creator's will do where it has one channel.",
  params: CreatorParams,
  query: z.object({ o: offset(CHAT_PAGE_SIZE) }),
  response: z.array(CommunityMessage),
  errors: { 404: ["Not Found"] },
});
