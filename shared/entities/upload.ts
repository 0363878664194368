import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { SCAN_VERDICTS, UPLOAD_MODES, UPLOAD_STATES } from "../rules/uploads.ts";

/** An upload as its sender sees it. */
export const Upload = z.object({
  id: z.string(),
  service: z.string(),
  user: z.string(),
  /** Name of the creator. */
  creator: z.string(),
  /** Name of the file. */
  name: z.string(),
  size: z.int(),
  /** SHA-256 as declared by the sender. */
  sha256: z.nullable(z.string()),
  /** Bytes stored durably. */
  received: z.int(),
  state: z.enum(UPLOAD_STATES),
  /** Reason it was rejected or failed. */
  reason: z.nullable(z.string()),
  /** Media type by content, once checked. */
  mime: z.nullable(z.string()),
  /** Id of the share it is or will be published in. */
  share: z.string(),
  created_at: Iso,
});
export type Upload = z.infer<typeof Upload>;

/** An upload waiting for a moderator. */
export const WaitingUpload = z.object({
  id: z.string(),
  service: z.string(),
  user: z.string(),
  creator: z.string(),
  name: z.string(),
  /** Title of the share. */
  title: z.string(),
  size: z.int(),
  hash: z.string(),
  /** Media type by content. */
  mime: z.string(),
  scan: z.enum(SCAN_VERDICTS),
  /** Name of the account; null for anonymous uploads. */
  by: z.nullable(z.string()),
  created_at: Iso,
  version: z.int(),
});
export type WaitingUpload = z.infer<typeof WaitingUpload>;

/** Rules for uploads. */
export const UploadRules = z.object({
  mode: z.enum(UPLOAD_MODES),
  /** True if uploads without an account are accepted. */
  anonymous: z.boolean(),
  /** Maximum size of a file, in bytes. */
  max_bytes: z.int(),
  /** Media types; `image/*` stands for all images, `*` for everything. */
  kinds: z.array(z.string()),
});
export type UploadRules = z.infer<typeof UploadRules>;
