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

/** Address of the message that another one refers to; undefined if it refers to none. */
export function messageUrl(
  reference: ExportedMessage["reference"],
  { guild, channel }: ExportHead,
): string | undefined {
  if (!reference?.messageId) return undefined;
  const server = guild.id === "0" ? "@me" : guild.id;
  return `https://discord.com/channels/${server}/${reference.channelId ?? channel.id}/${reference.messageId}`;
}

/** Converts an embed to the format of Discord's API, which has one picture each: further ones become embeds. */
export function embedsOf(embed: ExportedEmbed): Record<string, unknown>[] {
  const { image, images } = embed;
  const [, ...others] = images ?? [];
  const further = others.map(mediaOf).filter((media) => media !== undefined);
  return [embedOf(embed, image ?? images?.[0]), ...further.map((media) => ({ type: "image", image: media }))];
}

function mediaOf(media: ExportedEmbed["image"]) {
  const url = [media?.canonicalUrl, media?.url].find((address) => address && isRemote(address));
  return url ? { url, width: media?.width ?? undefined, height: media?.height ?? undefined } : undefined;
}

function embedOf(embed: ExportedEmbed, image: ExportedEmbed["image"]): Record<string, unknown> {
  const color = Number.parseInt(embed.color?.replace("#", "") ?? "", 16);
  const all = {
    type: "rich",
    title: embed.title,
    url: embed.url,
    timestamp: embed.timestamp,
    description: embed.description,
    color: Number.isNaN(color) ? undefined : color,
    author: embed.author?.name && { name: embed.author.name, url: embed.author.url ?? undefined },
    thumbnail: mediaOf(embed.thumbnail),
    image: mediaOf(image),
    video: mediaOf(embed.video),
    footer: embed.footer?.text && { text: embed.footer.text },
    fields: embed.fields?.map(({ name, value, isInline }) => ({ name, value, inline: isInline ?? false })),
  };
  const hasContent = (value: unknown) => !!value && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => key === "color" || hasContent(value)),
  );
}
