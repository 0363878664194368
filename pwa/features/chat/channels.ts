/** Channels of a server under the headings it gave them. */
import type { DiscordServer } from "#shared/entities/discord.ts";

export type Channel = DiscordServer["channels"][number];

export interface ChannelGroup {
  /** Undefined for channels without a heading, which come first. */
  heading: Channel | undefined;
  channels: Channel[];
}

/** A heading in the chat service's counting of channel types. */
const CATEGORY = 4;

/** What can be read: every channel but the headings, in the server's order. */
export function readable(channels: readonly Channel[]): Channel[] {
  return channels.filter(({ type }) => type !== CATEGORY);
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
