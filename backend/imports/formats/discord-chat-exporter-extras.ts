/** Content of exported messages that is not text, as embeds in plain words. */
import {
  allOf,
  type ExportedComponent,
  ExportedMessage,
  type ExportHead,
  isRemote,
} from "./discord-chat-exporter-file.ts";
import { embedsOf, messageUrl } from "./discord-chat-exporter-message.ts";
import { emojiText, fileEmbed, reactionEmbeds, stickerEmbed } from "./discord-embeds.ts";

type Embed = Record<string, unknown>;

/** @param isPresent true for an attachment that was downloaded */
export function allEmbeds(
  message: ExportedMessage,
  head: ExportHead,
  isPresent: (attachment: string) => boolean,
): Embed[] {
  const remote = allOf(message, "attachments").filter(({ id, url }) => isRemote(url) && !isPresent(id));
  return [
    ...commandOf(message),
    ...(message.isPinned === true ? [{ type: "pinned", title: "Pinned message" }] : []),
    ...referenceOf(message, head),
    ...remote.map(({ fileName, url }) => fileEmbed(fileName, url)),
    ...allOf(message, "embeds").flatMap(embedsOf),
    ...allOf(message, "stickers").map(({ name, sourceUrl }) =>
      stickerEmbed(name, sourceUrl && isRemote(sourceUrl) ? sourceUrl : undefined),
    ),
    ...pollOf(message),
    ...buttonsOf(message),
    ...(message.callEndedTimestamp
      ? [{ type: "call", title: "Call ended", timestamp: message.callEndedTimestamp }]
      : []),
    ...reactionEmbeds(message.reactions ?? []),
  ];
}

function commandOf({ interaction }: ExportedMessage): Embed[] {
  if (!interaction) return [];
  const { name, user } = interaction;
  return [{ type: "command", title: `${user?.nickname || user?.name || "Someone"} used /${name}` }];
}

/** Records have no field for the message that is replied to or forwarded, so its address identifies it. */
function referenceOf(message: ExportedMessage, head: ExportHead): Embed[] {
  const { reference, forwardedMessage, content } = message;
  const url = messageUrl(reference, head);
  if (!forwardedMessage && reference?.type !== "Forward")
    return url === undefined ? [] : [{ type: "reply", title: "Reply", url }];
  const text = content === "" ? undefined : forwardedMessage?.content; // otherwise it is the text of the message
  return [
    {
      type: "forward",
      title: "Forwarded message",
      ...(url !== undefined && { url }),
      ...(text && { description: text }),
      ...(forwardedMessage && { timestamp: forwardedMessage.timestamp }),
    },
  ];
}

function pollOf({ poll }: ExportedMessage): Embed[] {
  if (!poll) return [];
  const votes = new Map(poll.results?.answer_counts.map(({ id, count }) => [id, count]));
  const lines = poll.answers.map(
    ({ answer_id: id, poll_media: { text, emoji } }) =>
      `${[emoji && emojiText(emoji), text].filter(Boolean).join(" ")}: ${votes.get(id) ?? 0}`,
  );
  return [{ type: "poll", title: `Poll: ${poll.question.text}`, description: lines.join("\n") }];
}

function buttonsOf({ components }: ExportedMessage): Embed[] {
  const lines = flat(components ?? []).flatMap(({ type, label, url, emoji }) => {
    if (type !== "Button") return [];
    const name = [emoji && emojiText(emoji), label].filter(Boolean).join(" ");
    return [url ? `${name || "Button"}: ${url}` : name || "Button"];
  });
  return lines.length === 0 ? [] : [{ type: "buttons", title: "Buttons", description: lines.join("\n") }];
}

const flat = (components: readonly ExportedComponent[]): ExportedComponent[] =>
  components.flatMap((one) => [one, ...flat(one.components ?? [])]);

const SHOWN_COMPONENTS = new Set(["ActionRow", "Button"]);

/** Names what a message holds that the archive cannot show. */
export function unshownParts(message: ExportedMessage): string[] {
  const unknown = Object.entries(message).filter(
    ([key, value]) => !(key in ExportedMessage.shape) && isSomething(value),
  );
  const components = flat(message.components ?? []).filter(({ type }) => !SHOWN_COMPONENTS.has(type));
  return [...unknown.map(([key]) => key), ...components.map(({ type }) => `a ${type}`)];
}

function isSomething(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== "" && value !== false;
}
