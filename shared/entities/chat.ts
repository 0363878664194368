/** Types shared by chat servers and communities. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

const FoundMessage = z.object({
  id: z.string(),
  channel: z.string(),
  author: z.nullable(z.string()),
  published: Iso,
  /** Text around the first match: plain text with matched words between MARK_START and MARK_END; never HTML. */
  snippet: z.string(),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** A page of message search results, newest first. */
export const FoundMessages = z.object({
  messages: z.array(FoundMessage),
  /** Names by id of the authors and mentioned users of a chat server; snippets contain ids. */
  names: z.record(z.string(), z.string()),
  /** True if there is a next page. */
  more: z.boolean(),
});
export type FoundMessages = z.infer<typeof FoundMessages>;

/** Position of a message. */
export const MessagePlace = z.object({
  id: z.string(),
  /** Position in the channel's order, from 1. */
  seq: z.int(),
});
export type MessagePlace = z.infer<typeof MessagePlace>;
