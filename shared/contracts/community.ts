/** Community channels of a creator. */
import { z } from "zod/mini";
import { FoundMessages, MessagePlace } from "../entities/chat.ts";
import { CommunityChannel, CommunityMessage } from "../entities/community.ts";
import { Day } from "../rules/day.ts";
import { offset, searchText } from "../rules/offset.ts";
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

const PLACED = ["community_channels", "community_messages", "creators.listed"] as const;

export const findCommunityMessage = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/community/messages/:message",
  access: "anyone",
  topics: [...PLACED],
  summary:
    "The place of a message in its channel, newest first, from 1; of a reply, that of the message it answers. The id is the channel's.",
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
    "The first message of a channel on a day (UTC) or after it, else the last one before. The id is the channel's.",
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
    "Messages and replies in a creator's channels that have all words of `q`, newest first, 50 a page; with `channel`, of that channel alone.",
  params: CreatorParams,
  query: z.object({ q: searchText(1), channel: z.optional(z.string()), o: offset() }),
  response: FoundMessages,
  errors: { 404: ["Not Found"], 503: ["Search is not available right now."] },
});
