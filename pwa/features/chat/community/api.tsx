import { queryOptions } from "@tanstack/react-query";
import {
  findCommunityDay,
  findCommunityMessage,
  listCommunityChannels,
  listCommunityMessages,
  searchCommunityMessages,
} from "#shared/contracts/community.ts";
import type { CommunityChannel } from "#shared/entities/community.ts";
import { call } from "../../../api/call.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import type { Channel } from "../channels.ts";
import type { Chat, ChatMessage } from "../chat.ts";
import { CommunityBody } from "./CommunityBody.tsx";
import type { MessageOrReply } from "./message-or-reply.ts";

export interface CreatorId {
  service: string;
  id: string;
}

export function channelsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["community", service, id],
    queryFn: (context) => cachedCall(listCommunityChannels, { params: { service, id } }, context),
  });
}

/** Adapts a creator's community to the chat screens. Most of its routes take the channel's id in place of the creator's. */
export function communityChat(
  { service, id }: CreatorId,
  channels: CommunityChannel[],
): Chat<MessageOrReply> {
  return {
    service,
    id,
    channels: channels.map(toChannel),
    order: "newest",
    link: (channelId, messageId) =>
      channelId === undefined
        ? { to: "/$service/user/$id/community", params: { service, id } }
        : {
            to: "/$service/user/$id/community/$channelId/{-$messageId}",
            params: { service, id, channelId, messageId },
          },
    messages: (channel, offset) => ({
      queryKey: ["community-messages", service, channel, offset],
      queryFn: (context) => {
        const query = { o: offset === 0 ? undefined : String(offset) };
        return cachedCall(listCommunityMessages, { params: { service, id: channel }, query }, context);
      },
    }),
    parse: (messages) => messages.map(toMessage).reverse(),
    place: (channel, message) => ({
      queryKey: ["community-place", service, channel, message],
      queryFn: (context) =>
        cachedCall(findCommunityMessage, { params: { service, id: channel, message } }, context),
    }),
    day: (channel, day) => call(findCommunityDay, { params: { service, id: channel, day } }),
    search: (q, channel, o) => ({
      queryKey: ["community-search", service, id, channel, q, o],
      queryFn: ({ signal }) =>
        call(searchCommunityMessages, { params: { service, id }, query: { q, channel, o }, signal }),
    }),
    body: ({ source }) => <CommunityBody message={source} />,
  };
}

const toChannel = (channel: CommunityChannel, at: number): Channel => ({
  id: channel.channel_id,
  server_id: channel.creator_id,
  name: channel.name,
  parent_channel_id: null,
  topic: channel.community_guidelines,
  theme_color: null,
  is_nsfw: false,
  position: at,
  icon_emoji: channel.emoji,
  type: 0,
  post_count: channel.post_count,
});

function toMessage(message: MessageOrReply): ChatMessage<MessageOrReply> {
  const { name, role } = message.original_json.user;
  return {
    id: message.message_id,
    author: { id: message.user_id, name: name ?? "", role },
    published: message.created_at,
    source: message,
    replies: (message.replies ?? []).map(toMessage),
  };
}
