import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { findDiscordMessage, getDiscordServer, listDiscordMessages } from "#shared/contracts/discord.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export function serverQuery(id: string) {
  return queryOptions({
    queryKey: ["chat-server", id],
    queryFn: (context) => cachedCall(getDiscordServer, { params: { id } }, context),
  });
}

/** A page of a channel, oldest first. */
export function messagesQuery(channel: string, offset: string) {
  return queryOptions({
    queryKey: ["chat-messages", channel, offset],
    queryFn: (context) =>
      cachedCall(listDiscordMessages, { params: { id: channel }, query: { o: offset } }, context),
    // Only within one channel: placeholders from another would be wrong.
    placeholderData: (before, query) =>
      query?.queryKey[1] === channel ? keepPreviousData(before) : undefined,
  });
}

/** The place of a message in its channel, from 1. */
export function placeQuery(channel: string, message: string) {
  return queryOptions({
    queryKey: ["chat-place", channel, message],
    queryFn: (context) => cachedCall(findDiscordMessage, { params: { id: channel, message } }, context),
    select: ({ seq }) => seq,
  });
}
