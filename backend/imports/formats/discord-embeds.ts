/** Embeds for content of chat messages that records have no fields for, so that the archive shows it. */

type Embed = Record<string, unknown>;

/** @param url absent if the picture is attached to the message or was never downloaded */
export function stickerEmbed(name: string, url?: string): Embed {
  return { type: "sticker", title: `Sticker: ${name}`, ...(url !== undefined && { thumbnail: { url } }) };
}

/** A file that was not downloaded. */
export function fileEmbed(name: string, url: string): Embed {
  return { type: "file", title: `${name} (not downloaded)`, url };
}

export interface Reaction {
  emoji: Emoji;
  count: number;
}

export interface Emoji {
  /** Absent for emoji of Unicode, whose name is the character itself. */
  id?: string | null | undefined;
  name?: string | null | undefined;
}

export const emojiText = ({ id, name }: Emoji) => (id ? `:${name}:` : (name ?? ""));

/** @returns none without reactions */
export function reactionEmbeds(reactions: readonly Reaction[]): Embed[] {
  if (reactions.length === 0) return [];
  const counted = reactions.map(({ emoji, count }) => `${emojiText(emoji)} ${count}`);
  return [{ type: "reactions", footer: { text: `Reactions: ${counted.join(", ")}` } }];
}
