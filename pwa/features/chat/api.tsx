import { queryOptions } from "@tanstack/react-query";
import {
  findDiscordDay,
  findDiscordMessage,
  getDiscordServer,
  listDiscordMessages,
  searchDiscordMessages,
} from "#shared/contracts/discord.ts";
import type { DiscordMessage, DiscordServer } from "#shared/entities/discord.ts";
import { readPerson } from "#shared/rules/chat-names.ts";
import { call } from "../../api/call.ts";
import { cachedCall } from "../../offline/cache/cached.ts";
import { namesOn } from "./authors.ts";
import type { Chat, ChatMessage } from "./chat.ts";
import { DiscordBody } from "./DiscordBody.tsx";

export function serverQuery(id: string) {
  return queryOptions({
    queryKey: ["chat-server", id],
    queryFn: (context) => cachedCall(getDiscordServer, { params: { id } }, context),
  });
}

/** Adapts a Discord server to the chat screens. */
export function discordChat(server: DiscordServer): Chat<DiscordMessage> {
  return {
    service: "discord",
    id: server.id,
    channels: server.channels,
    order: "oldest",
    link: (channelId, messageId) => ({
      to: "/discord/server/$serverId/{-$channelId}/{-$messageId}",
      params: { serverId: server.id, channelId, messageId },
    }),
    messages: (channel, offset) => ({
      queryKey: ["chat-messages", channel, offset],
      queryFn: (context) =>
        cachedCall(listDiscordMessages, { params: { id: channel }, query: { o: String(offset) } }, context),
    }),
    parse: (messages) => messages.map(toMessage),
    place: (channel, message) => ({
      queryKey: ["chat-place", channel, message],
      queryFn: (context) => cachedCall(findDiscordMessage, { params: { id: channel, message } }, context),
    }),
    day: (channel, day) => call(findDiscordDay, { params: { id: channel, day } }),
    search: (q, channel, o) => ({
      queryKey: ["chat-search", server.id, channel, q, o],
      queryFn: ({ signal }) =>
        call(searchDiscordMessages, { params: { id: server.id }, query: { q, channel, o }, signal }),
    }),
    names: namesOn,
    body: ({ source }) => <DiscordBody message={source} />,
  };
}

const toMessage = (message: DiscordMessage): ChatMessage<DiscordMessage> => ({
  id: message.id,
  author: readPerson(message.author),
  published: message.published,
  source: message,
  replies: [],
});
