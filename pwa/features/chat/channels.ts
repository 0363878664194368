/** Channels of a server, grouped by category. */
import type { DiscordServer } from "#shared/entities/discord.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";

export type Channel = DiscordServer["channels"][number];

export interface ChannelGroup {
  /** Undefined for channels without a heading, which come first. */
  heading: Channel | undefined;
  channels: Channel[];
}

export const CHANNEL_ORDERS = ["given", "name", "messages"] as const;
export type ChannelOrder = (typeof CHANNEL_ORDERS)[number];

/** Setting for all servers. */
export const channelOrder = createSetting<ChannelOrder>("chat-order", oneOf(CHANNEL_ORDERS), "given");

/** Discord's channel type of categories. */
const CATEGORY = 4;

/** Channels without categories, in the server's order. */
export function readable(channels: readonly Channel[]): Channel[] {
  return channels.filter(({ type }) => type !== CATEGORY);
}

/** Filters channels by name; sorted by name or size they form one group without a heading. */
export function listChannels(
  channels: readonly Channel[],
  { order, filter }: { order: ChannelOrder; filter: string },
): ChannelGroup[] {
  const words = filter.toLocaleLowerCase().split(/\s+/u);
  const matches = ({ name }: Channel) => words.every((word) => name.toLocaleLowerCase().includes(word));
  if (order === "given")
    return groupChannels(channels)
      .map((group) => ({ ...group, channels: group.channels.filter(matches) }))
      .filter((group) => group.channels.length > 0);
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const all = readable(channels)
    .filter(matches)
    .sort((a, b) =>
      order === "messages" && a.post_count !== b.post_count
        ? b.post_count - a.post_count
        : compare(a.name, b.name),
    );
  return all.length === 0 ? [] : [{ heading: undefined, channels: all }];
}

export function groupChannels(channels: readonly Channel[]): ChannelGroup[] {
  const headings = channels.filter(({ type }) => type === CATEGORY);
  const known = new Set(headings.map(({ id }) => id));
  const under = (id: string | undefined) =>
    readable(channels).filter(({ parent_channel_id: parent }) =>
      id === undefined ? parent === null || !known.has(parent) : parent === id,
    );
  return [undefined, ...headings]
    .map((heading) => ({ heading, channels: under(heading?.id) }))
    .filter((group) => group.channels.length > 0);
}
