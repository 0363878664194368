import { z } from "zod";
import { toUtc } from "../lib/dates.ts";
import type { FoundRecord } from "../lib/format.ts";
import { part, present, type Service, Text } from "./metadata.ts";

const Message = part({
  server: Text,
  server_id: Text,
  channel: Text,
  channel_id: Text,
  channel_type: z.number().optional().catch(undefined),
  channel_topic: Text,
  parent: Text,
  parent_id: Text,
  parent_type: z.number().optional().catch(undefined),
  author: Text,
  author_id: Text,
  message: Text,
  message_id: Text,
  date: Text,
});
type Message = z.infer<typeof Message>;

export const discord: Service = {
  posts: ["channel", "message", "server", "server-search"],
  messages: { subcategories: ["direct-messages", "direct-message"] },
  idOf: (metadata) => Message.parse(metadata).message_id,
  read([first]) {
    const message = Message.parse(first);
    const { server_id: server, channel_id: channel, message_id: id } = message;
    const published = toUtc(message.date ?? "", "UTC");
    if (server === undefined || channel === undefined || id === undefined || published === undefined)
      return undefined;
    const fields = {
      id,
      server,
      channel,
      author: present({ id: message.author_id, username: message.author }),
      content: message.message ?? "",
      added: published,
      published,
    };
    const creator = { service: "discord" as const, id: server, name: message.server ?? server };
    return {
      before: [{ entity: "creators", fields: creator }, ...channelsOf(server, channel, message)],
      main: { entity: "discord_messages", fields },
      after: [],
    };
  },
};

/** Yields the channel and its parent: a channel for a thread, a category for a channel. */
function* channelsOf(server: string, channel: string, message: Message): Generator<FoundRecord> {
  const { parent_id: parent } = message;
  if (parent !== undefined) {
    const fields = present({
      id: parent,
      server_id: server,
      name: message.parent ?? parent,
      type: message.parent_type,
    });
    yield { entity: "discord_channels", fields };
  }
  const fields = present({
    id: channel,
    server_id: server,
    name: message.channel ?? channel,
    parent_channel_id: parent,
    topic: message.channel_topic,
    type: message.channel_type,
  });
  yield { entity: "discord_channels", fields };
}
