/** Types of the moderators' pages. */
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
  /** Current title. */
  title: z.string(),
  /** Current files. */
  file: MaybeFile,
  attachments: z.array(FileRef),
  creator: z.string(),
  reason: z.enum(FLAG_REASONS),
  /** Null if the account is deleted. */
  by: z.nullable(z.string()),
  created_at: Iso,
  state: z.enum(["open", "resolved"]),
  /** Number of decisions so far; a decision names the version it was made on. */
  version: z.int(),
  /** Number of flags on the post, including this one. */
  count: z.int(),
  /** True if moderators have hidden the post. */
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

/** An audit log entry visible to moderators. */
export const ModerationAction = z.extend(AuditEntry, {
  /** Entry that this one undid. */
  reverts: z.nullable(z.int()),
  /** Number of entries that are part of it. */
  parts: z.int(),
  can_undo: z.boolean(),
});
export type ModerationAction = z.infer<typeof ModerationAction>;

export const FlagDetails = z.extend(QueuedFlag, {
  /** Null for flags made before the archive stored the content. */
  content: z.nullable(FlaggedContent),
  /** Actions on the flag and the post, newest first. */
  history: z.array(ModerationAction),
});
export type FlagDetails = z.infer<typeof FlagDetails>;
