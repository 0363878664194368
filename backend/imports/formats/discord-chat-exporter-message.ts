/** Converts people, embeds and replies of exported messages to the format of Discord's API. */
import {
  type ExportedEmbed,
  type ExportedMessage,
  type ExportedUser,
  type ExportHead,
  isRemote,
} from "./discord-chat-exporter-file.ts";

export function person({ id, name, nickname, discriminator, isBot }: ExportedUser): Record<string, unknown> {
  return {
    id,
    username: name,
    global_name: nickname ?? null,
    avatar: null,
    discriminator: discriminator === "0000" ? "0" : (discriminator ?? "0"),
    public_flags: 0,
    ...(isBot === true ? { bot: true } : {}),
  };
}

/** Records have no field for the replied-to message, so its address identifies it. */
export function replyTo(
  { reference }: ExportedMessage,
  { guild, channel }: ExportHead,
): Record<string, unknown>[] {
  if (!reference?.messageId) return [];
  const server = guild.id === "0" ? "@me" : guild.id;
  const url = `https://discord.com/channels/${server}/${reference.channelId ?? channel.id}/${reference.messageId}`;
  return [{ type: "reply", title: "Reply", url }];
}

/** Converts an embed to the format of Discord's API. */
export function embedOf(embed: ExportedEmbed): Record<string, unknown> {
  const media = (one: ExportedEmbed["image"]) => {
    const url = [one?.canonicalUrl, one?.url].find((address) => address && isRemote(address));
    return url && { url, width: one?.width ?? undefined, height: one?.height ?? undefined };
  };
  const color = Number.parseInt(embed.color?.replace("#", "") ?? "", 16);
  const all = {
    type: "rich",
    title: embed.title,
    url: embed.url,
    timestamp: embed.timestamp,
    description: embed.description,
    color: Number.isNaN(color) ? undefined : color,
    author: embed.author?.name && { name: embed.author.name, url: embed.author.url ?? undefined },
    thumbnail: media(embed.thumbnail),
    image: media(embed.image ?? embed.images?.[0]),
    video: media(embed.video),
    footer: embed.footer?.text && { text: embed.footer.text },
    fields: embed.fields?.map(({ name, value, isInline }) => ({ name, value, inline: isInline ?? false })),
  };
  const hasContent = (value: unknown) => !!value && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => key === "color" || hasContent(value)),
  );
}
