/** Chat servers: channels, messages, and positions of messages. */

import { z } from "zod/mini";
import { FoundMessages, MessagePlace } from "../entities/chat.ts";
import { DiscordMessage, DiscordServer } from "../entities/discord.ts";
import { Day } from "../rules/day.ts";
import { offset, searchText } from "../rules/offset.ts";
import { CHAT_PAGE_SIZE } from "../rules/paging.ts";
import { SEARCH_UNAVAILABLE } from "../search/unavailable.ts";
import { endpoint } from "./endpoint.ts";

const Params = z.object({ id: z.string() });
const NOT_FOUND = { 404: ["Not Found"] };

export const getDiscordServer = endpoint({
  method: "GET",
  path: "/v1/discord/server/:id",
  access: "anyone",
  topics: ["discord_channels", "creators.listed"],
  summary: "A chat server with its channels in order.",
  params: Params,
  response: DiscordServer,
  errors: NOT_FOUND,
});

export const lookUpDiscordChannels = endpoint({
  method: "GET",
  path: "/v1/discord/channel/lookup/:id",
  access: "anyone",
  topics: ["discord_channels", "creators.listed"],
  summary: "Ids and names of the channels of a chat server.",
  params: Params,
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: NOT_FOUND,
});

export const listDiscordMessages = endpoint({
  method: "GET",
  path: "/v1/discord/channel/:id",
  access: "anyone",
  topics: [
    "discord_channels",
    "discord_days",
    "discord_messages",
    "discord_message_revisions",
    "creators.listed",
  ],
  summary: "Messages of a channel, oldest first, 150 per page; an empty list past the end.",
  params: Params,
  query: z.object({ o: offset(CHAT_PAGE_SIZE) }),
  response: z.array(DiscordMessage),
  errors: NOT_FOUND,
});

export const findDiscordMessage = endpoint({
  method: "GET",
  path: "/v1/discord/channel/:id/:message",
  access: "anyone",
  topics: ["discord_channels", "discord_days", "discord_messages", "creators.listed"],
  summary: "Position of a message in its channel, from 1.",
  params: z.extend(Params, { message: z.string() }),
  response: z.object({ seq: z.int() }),
  errors: NOT_FOUND,
});

export const searchDiscordMessages = endpoint({
  method: "GET",
  path: "/v1/discord/server/:id/search",
  access: "anyone",
  topics: ["discord_channels", "discord_messages", "creators.listed"],
  summary:
    "Messages of a chat server that have all words of `q`, those without typos first, newest first, 50 a page; with `channel`, of that channel alone.",
  params: Params,
  query: z.object({ q: searchText(1), channel: z.optional(z.string()), o: offset() }),
  response: FoundMessages,
  errors: { ...NOT_FOUND, 503: [SEARCH_UNAVAILABLE] },
});

export const findDiscordDay = endpoint({
  method: "GET",
  path: "/v1/discord/channel/:id/day/:day",
  access: "anyone",
  topics: ["discord_channels", "discord_days", "discord_messages", "creators.listed"],
  summary: "First message of a channel on or after a day (UTC), otherwise the last one before it.",
  params: z.extend(Params, { day: Day }),
  response: MessagePlace,
  errors: NOT_FOUND,
});
