/** What moderators work on. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { FLAG_REASONS } from "../rules/flags.ts";
import { AuditEntry } from "./account.ts";
import { FileRef, MaybeFile } from "./file.ts";

/** A flag in the queue. */
export const QueuedFlag = z.object({
  id: z.int(),
  service: z.string(),
  user: z.string(),
  post: z.string(),
  /** As it is now. */
  title: z.string(),
  creator: z.string(),
  reason: z.enum(FLAG_REASONS),
  /** Null where the account is deleted. */
  by: z.nullable(z.string()),
  created_at: Iso,
  state: z.enum(["open", "resolved"]),
  /** Of the decisions on it; a decision names the one it was made on. */
  version: z.int(),
  /** How often the post was flagged, this one included. */
  count: z.int(),
  /** Whether moderators have hidden the post. */
  hidden: z.boolean(),
});
export type QueuedFlag = z.infer<typeof QueuedFlag>;

/** A post as it was when flagged. */
export const FlaggedContent = z.object({
  title: z.string(),
  content: z.string(),
  file: MaybeFile,
  attachments: z.array(FileRef),
  published: z.nullable(Iso),
  edited: z.nullable(Iso),
});
export type FlaggedContent = z.infer<typeof FlaggedContent>;

/** An entry of the audit log that moderators may see. */
export const ModerationAction = z.extend(AuditEntry, {
  /** Entry that this undid. */
  reverts: z.nullable(z.int()),
  /** How many entries are part of it. */
  parts: z.int(),
  can_undo: z.boolean(),
});
export type ModerationAction = z.infer<typeof ModerationAction>;

export const FlagDetails = z.extend(QueuedFlag, {
  /** Null for flags older than the archive's keeping it. */
  content: z.nullable(FlaggedContent),
  /** What was done about the flag and the post, newest first. */
  history: z.array(ModerationAction),
});
export type FlagDetails = z.infer<typeof FlagDetails>;
