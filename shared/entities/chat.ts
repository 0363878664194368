/** What chat servers and communities have in common. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

const FoundMessage = z.object({
  id: z.string(),
  channel: z.string(),
  author: z.nullable(z.string()),
  published: Iso,
  /** What stands around the first match: plain text in which MARK_START and MARK_END surround matched words; never HTML. */
  snippet: z.string(),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** A page of a search in messages, newest first. */
export const FoundMessages = z.object({
  messages: z.array(FoundMessage),
  /** By id, of those who wrote the messages of a chat server or are mentioned in them; the snippets have ids. */
  names: z.record(z.string(), z.string()),
  /** Whether there is a next page. */
  more: z.boolean(),
});
export type FoundMessages = z.infer<typeof FoundMessages>;

/** Where a message is. */
export const MessagePlace = z.object({
  id: z.string(),
  /** Place in the channel in its order, from 1. */
  seq: z.int(),
});
export type MessagePlace = z.infer<typeof MessagePlace>;
