/** Chat servers, their channels and messages. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { FileRef } from "./file.ts";

const DiscordChannel = z.object({
  id: z.string(),
  server_id: z.string(),
  name: z.string(),
  parent_channel_id: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  theme_color: z.nullable(z.string()),
  is_nsfw: z.boolean(),
  position: z.int(),
  icon_emoji: z.nullable(z.string()),
  type: z.int(),
  /** Exact, because clients page by it. */
  post_count: z.int(),
});

export const DiscordServer = z.object({
  id: z.string(),
  name: z.string(),
  indexed: Iso,
  updated: Iso,
  channels: z.array(DiscordChannel),
});
export type DiscordServer = z.infer<typeof DiscordServer>;

/** Unchanged from the chat service; its fields may vary. */
const Foreign = z.record(z.string(), z.unknown());

export const DiscordMessage = z.object({
  id: z.string(),
  author: Foreign,
  server: z.string(),
  channel: z.string(),
  content: z.string(),
  added: Iso,
  published: Iso,
  edited: z.nullable(Iso),
  embeds: z.array(Foreign),
  mentions: z.array(Foreign),
  attachments: z.array(FileRef),
  /** Earlier texts, oldest first, each with the time it was written. */
  revisions: z.array(z.object({ id: z.int(), content: z.string(), edited: Iso })),
  /** Position in the channel, from 1. */
  seq: z.int(),
});
export type DiscordMessage = z.infer<typeof DiscordMessage>;
