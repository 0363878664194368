/** Reads a JSON export of DiscordChatExporter as a stream, since exports may have gigabytes. */
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { type Entry, type Folder, ReadError } from "./lib/format.ts";

const Snowflake = z.string().regex(/^\d+$/);
const Text = z.string().nullish();
const User = z.object({
  id: z.string(),
  name: z.string(),
  discriminator: Text,
  nickname: Text,
  isBot: z.boolean().nullish(),
  avatarUrl: Text,
});
export type ExportedUser = z.infer<typeof User>;

const Attachment = z.object({
  id: z.string(),
  url: z.string(),
  fileName: z.string(),
  fileSizeBytes: z.number().nullish(),
});
const Media = z.object({
  url: Text,
  canonicalUrl: Text,
  width: z.number().nullish(),
  height: z.number().nullish(),
});
const Embed = z.object({
  title: Text,
  url: Text,
  timestamp: Text,
  description: Text,
  color: Text,
  author: z.object({ name: Text, url: Text, iconUrl: Text }).nullish(),
  thumbnail: Media.nullish(),
  image: Media.nullish(),
  video: Media.nullish(),
  images: z.array(Media).nullish(),
  footer: z.object({ text: Text, iconUrl: Text }).nullish(),
  fields: z.array(z.object({ name: Text, value: Text, isInline: z.boolean().nullish() })).nullish(),
});
export type ExportedEmbed = z.infer<typeof Embed>;

const Emoji = z.object({ id: Text, name: Text, imageUrl: Text });
const Sticker = z.object({ name: z.string(), sourceUrl: Text });
const Component = z.object({
  type: z.string(),
  label: Text,
  url: Text,
  emoji: Emoji.nullish(),
  get components() {
    return z.array(Component).nullish();
  },
});
export type ExportedComponent = z.infer<typeof Component>;
const PollText = z.object({ text: z.string(), emoji: Emoji.nullish() });
const Poll = z.object({
  question: PollText,
  answers: z.array(z.object({ answer_id: z.number(), poll_media: PollText })),
  results: z.object({ answer_counts: z.array(z.object({ id: z.number(), count: z.number() })) }).nullish(),
});
const Said = {
  timestamp: z.string(),
  timestampEdited: Text,
  content: z.string(),
  attachments: z.array(Attachment).default([]),
  embeds: z.array(Embed).default([]),
  stickers: z
    .array(Sticker)
    .nullish()
    .transform((stickers) => stickers ?? []),
};
/** Also keeps unknown fields, which are reported. */
export const ExportedMessage = z.looseObject({
  ...Said,
  id: Snowflake,
  author: User,
  mentions: z.array(User).default([]),
  reactions: z
    .array(z.object({ emoji: Emoji, count: z.number().default(1), users: z.array(User).nullish() }))
    .nullish(),
  inlineEmojis: z.array(Emoji).nullish(),
  reference: z.object({ type: Text, messageId: Text, channelId: Text, guildId: Text }).nullish(),
  forwardedMessage: z.object(Said).nullish(),
  components: z.array(Component).nullish(),
  poll: Poll.nullish(),
  interaction: z.object({ name: z.string(), user: User.nullish() }).nullish(),
  isPinned: z.boolean().nullish(),
  callEndedTimestamp: Text,
  /** Ordinary messages and notices, whose text is in `content`. */
  type: Text,
});
export type ExportedMessage = z.infer<typeof ExportedMessage>;

export const ExportHead = z.object({
  guild: z.object({ id: Snowflake, name: z.string(), iconUrl: Text }),
  channel: z.object({
    id: Snowflake,
    type: Text,
    categoryId: Text,
    category: Text,
    name: z.string(),
    topic: Text,
  }),
  /** Absent in exports of old versions. */
  exportedAt: Text,
});
export type ExportHead = z.infer<typeof ExportHead>;

/** Text of a message; a forwarded message stores it separately. */
export const textOf = ({ content, forwardedMessage }: ExportedMessage) =>
  content === "" ? (forwardedMessage?.content ?? "") : content;
export const allOf = <K extends "attachments" | "embeds" | "stickers">(
  message: ExportedMessage,
  key: K,
): ExportedMessage[K][number][] => [...message[key], ...(message.forwardedMessage?.[key] ?? [])];

const PATHS = ["$.guild", "$.channel", "$.exportedAt", "$.messages.*"];
/** Generous limit for the head and two messages. */
const HEAD_BYTES = 1024 * 1024;
const HEAD = new Set(["guild", "channel", "exportedAt"]);

interface Part {
  /** Undefined for a message. */
  key: string | undefined;
  value: unknown;
}

/**
 * Yields the parts of the file in order.
 * @throws ReadError if it is invalid or truncated JSON, after yielding all complete parts
 */
async function* parts(
  folder: Folder,
  entry: Entry,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Part> {
  const parser = new JSONParser({ paths: PATHS, keepStack: false });
  let found: Part[] = [];
  parser.onValue = ({ key, value }) => {
    found.push({ key: typeof key === "string" ? key : undefined, value });
  };
  let bytes = 0;
  for await (const chunk of folder.bytes(entry)) {
    let fault: unknown;
    try {
      parser.write(chunk);
    } catch (error) {
      fault = error;
    }
    yield* found;
    found = [];
    bytes += chunk.length;
    if (bytes >= maxBytes) return;
    if (fault !== undefined)
      throw new ReadError(`is not JSON: ${fault instanceof Error ? fault.message : fault}`);
  }
  if (!parser.isEnded)
    throw new ReadError("ends before its end: the export was aborted, or the file is cut off");
}

/**
 * Reads the part before the messages, and the order of the messages.
 * @returns undefined if the file is not an export
 */
export async function readHead(
  folder: Folder,
  entry: Entry,
): Promise<(ExportHead & { firstId: string; isNewestFirst: boolean }) | undefined> {
  const head: Record<string, unknown> = {};
  const ids: string[] = [];
  try {
    for await (const { key, value } of parts(folder, entry, HEAD_BYTES)) {
      if (key !== undefined && HEAD.has(key)) head[key] = value;
      else ids.push(z.object({ id: Snowflake }).safeParse(value).data?.id ?? "");
      if (ids.length === 2 || (ids.length > 0 && !ExportHead.safeParse(head).success)) break;
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error; // a truncated export still has its head
  }
  const { data } = ExportHead.safeParse(head);
  const [firstId = "", secondId = ""] = ids;
  return data && { ...data, firstId, isNewestFirst: secondId !== "" && olderFirst(firstId, secondId) > 0 };
}

/** Yields all messages in the order of the file. @throws ReadError like `parts` */
export async function* readMessages(folder: Folder, entry: Entry): AsyncGenerator<unknown> {
  for await (const { key, value } of parts(folder, entry)) if (key === undefined) yield value;
}

/** Compares ids, which are increasing numbers beyond 2^53. */
export function olderFirst(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True if the file was not downloaded. */
export const isRemote = (url: string) => /^https?:/i.test(url);
