/** Community channels of a creator. */

import { z } from "zod/mini";
import { FoundMessages, MessagePlace } from "../entities/chat.ts";
import { CommunityChannel, CommunityMessage } from "../entities/community.ts";
import { Day } from "../rules/day.ts";
import { offset, searchText } from "../rules/offset.ts";
import { CHAT_PAGE_SIZE } from "../rules/paging.ts";
import { SEARCH_UNAVAILABLE } from "../search/unavailable.ts";
import { endpoint } from "./endpoint.ts";
import { CreatorParams } from "./profile.ts";

export const listCommunityChannels = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community",
  access: "anyone",
  topics: ["community_channels", "creators.listed"],
  summary: "Community channels of a creator; an empty list if there are none.",
  params: CreatorParams,
  response: z.array(CommunityChannel),
});

export const listCommunityMessages = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/messages",
  access: "anyone",
  topics: ["community_channels", "community_messages", "creators.listed"],
  summary:
    "Messages of a channel with their replies, newest first, 150 per page. The id is that of the channel, or of a creator with a single channel.",
  params: CreatorParams,
  query: z.object({ o: offset(CHAT_PAGE_SIZE) }),
  response: z.array(CommunityMessage),
  errors: { 404: ["Not Found"] },
});

const PLACED = ["community_channels", "community_messages", "creators.listed"] as const;

export const findCommunityMessage = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/messages/:message",
  access: "anyone",
  topics: [...PLACED],
  summary:
    "Position of a message in its channel, newest first, from 1; for a reply, that of its parent message. The id is that of the channel.",
  params: z.extend(CreatorParams, { message: z.string() }),
  response: MessagePlace,
  errors: { 404: ["Not Found"] },
});

export const findCommunityDay = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/day/:day",
  access: "anyone",
  topics: [...PLACED],
  summary:
    "First message of a channel on or after a day (UTC), otherwise the last one before it. The id is that of the channel.",
  params: z.extend(CreatorParams, { day: Day }),
  response: MessagePlace,
  errors: { 404: ["Not Found"] },
});

export const searchCommunityMessages = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/search",
  access: "anyone",
  topics: [...PLACED],
  summary:
    "Messages and replies in a creator's channels that contain all words of `q`, newest first, 50 per page; with `channel`, of that channel only.",
  params: CreatorParams,
  query: z.object({ q: searchText(1), channel: z.optional(z.string()), o: offset() }),
  response: FoundMessages,
  errors: { 404: ["Not Found"], 503: [SEARCH_UNAVAILABLE] },
});
