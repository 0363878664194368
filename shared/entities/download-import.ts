/** A downloads folder that an administrator uploads, and its import. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/**
 * `receiving`: files are being uploaded. `scanning`, `importing`: waiting or running. `scanned`: the preview is ready.
 */
export const DOWNLOAD_STATES = ["receiving", "scanning", "scanned", "importing", "done", "failed"] as const;

const Count = z.int().check(z.minimum(0));

/** Preview of an import. */
export const DownloadPreview = z.object({
  /** Programs whose downloads were recognized, with their folders; "" is the root. */
  programs: z.array(z.object({ name: z.string(), path: z.string() })),
  creators: Count,
  posts: Count,
  /** Channel messages and direct messages. */
  messages: Count,
  files: Count,
  /** Size of the files. */
  bytes: Count,
  /** Number of posts that are already in the archive. */
  known_posts: Count,
  /** Files without a record, which are not imported. */
  unknown_files: Count,
  /** Folders whose creator is unknown. */
  unnamed: z.array(z.string()),
});
export type DownloadPreview = z.infer<typeof DownloadPreview>;

export const DownloadProgress = z.object({
  records: Count,
  /** Bytes of files. */
  bytes: Count,
  /** Total of all files; null while unknown. */
  total_bytes: z.nullable(Count),
});
export type DownloadProgress = z.infer<typeof DownloadProgress>;

/** About what sources contradict each other. */
export const DownloadContradiction = z.object({
  /** `text`: a text that differs without a date; `name`: a name that several creators have. */
  kind: z.enum(["text", "name"]),
  /** The metadata, or service and name. */
  path: z.string(),
  /** `service/id` of the post or message, or the ids of the creators. */
  of: z.array(z.string()),
});
export type DownloadContradiction = z.infer<typeof DownloadContradiction>;

export const DownloadResult = z.object({
  /** Records by kind, such as `posts`. */
  added: z.record(z.string(), Count),
  changed: z.record(z.string(), Count),
  files_stored: Count,
  /** The first of them; absent for imports before these were counted. */
  contradictions: z.optional(z.array(DownloadContradiction)),
  contradictions_count: z.optional(Count),
});
export type DownloadResult = z.infer<typeof DownloadResult>;

/** A file or record that was left out. */
export const DownloadProblem = z.object({ path: z.string(), reason: z.string() });
export type DownloadProblem = z.infer<typeof DownloadProblem>;

export const DownloadImport = z.object({
  id: z.string(),
  state: z.enum(DOWNLOAD_STATES),
  created_at: Iso,
  /** IANA time zone of local times. */
  zone: z.string(),
  preview: z.nullable(DownloadPreview),
  progress: z.nullable(DownloadProgress),
  result: z.nullable(DownloadResult),
  /** Number of files and records left out. */
  problems_count: Count,
  /** Reason it failed. */
  error: z.nullable(z.string()),
});
export type DownloadImport = z.infer<typeof DownloadImport>;
