import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { SCAN_VERDICTS, UPLOAD_MODES, UPLOAD_STATES } from "../rules/uploads.ts";

/** A file that somebody sends, as its sender sees it. */
export const Upload = z.object({
  id: z.string(),
  service: z.string(),
  user: z.string(),
  /** Of the creator. */
  creator: z.string(),
  /** Of the file. */
  name: z.string(),
  size: z.int(),
  /** SHA-256 by its sender's word. */
  sha256: z.nullable(z.string()),
  /** Bytes that are stored for good. */
  received: z.int(),
  state: z.enum(UPLOAD_STATES),
  /** Why it was refused or failed. */
  reason: z.nullable(z.string()),
  /** By content, once it was checked. */
  mime: z.nullable(z.string()),
  /** Id of the share it is or will be published in. */
  share: z.string(),
  created_at: Iso,
});
export type Upload = z.infer<typeof Upload>;

/** A file that waits for a moderator. */
export const WaitingUpload = z.object({
  id: z.string(),
  service: z.string(),
  user: z.string(),
  creator: z.string(),
  name: z.string(),
  /** Of the share. */
  title: z.string(),
  size: z.int(),
  hash: z.string(),
  /** By content. */
  mime: z.string(),
  scan: z.enum(SCAN_VERDICTS),
  /** Name of the account; null for nobody's. */
  by: z.nullable(z.string()),
  created_at: Iso,
  version: z.int(),
});
export type WaitingUpload = z.infer<typeof WaitingUpload>;

/** What may be uploaded. */
export const UploadRules = z.object({
  mode: z.enum(UPLOAD_MODES),
  /** Without an account too. */
  anonymous: z.boolean(),
  /** Bytes of one file. */
  max_bytes: z.int(),
  /** Media types, `image/*` for all that begin so, `*` for every kind. */
  kinds: z.array(z.string()),
});
export type UploadRules = z.infer<typeof UploadRules>;
