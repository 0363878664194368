/** A folder of downloads that an administrator sends to the archive, and its import. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** `receiving`: files are sent. `scanning`, `importing`: it waits or is under way. `scanned`: the preview is there. */
export const DOWNLOAD_STATES = ["receiving", "scanning", "scanned", "importing", "done", "failed"] as const;

const Count = z.int().check(z.minimum(0));

/** What an import would do. */
export const DownloadPreview = z.object({
  /** Which program's downloads were recognized in which folder; "" is the topmost. */
  programs: z.array(z.object({ name: z.string(), path: z.string() })),
  creators: Count,
  posts: Count,
  /** Messages of channels and direct messages. */
  messages: Count,
  files: Count,
  /** Of the files. */
  bytes: Count,
  /** Of the posts, those that the archive has already. */
  known_posts: Count,
  /** Files that belong to no record and are not imported. */
  unknown_files: Count,
  /** Folders of which nothing names the creator. */
  unnamed: z.array(z.string()),
});
export type DownloadPreview = z.infer<typeof DownloadPreview>;

export const DownloadProgress = z.object({
  records: Count,
  /** Of files. */
  bytes: Count,
  /** Of all files; null while it is not known. */
  total_bytes: z.nullable(Count),
});
export type DownloadProgress = z.infer<typeof DownloadProgress>;

export const DownloadResult = z.object({
  /** Records by kind, such as `posts`. */
  added: z.record(z.string(), Count),
  changed: z.record(z.string(), Count),
  files_stored: Count,
});
export type DownloadResult = z.infer<typeof DownloadResult>;

/** A file or record that was skipped. */
export const DownloadProblem = z.object({ path: z.string(), reason: z.string() });
export type DownloadProblem = z.infer<typeof DownloadProblem>;

export const DownloadImport = z.object({
  id: z.string(),
  state: z.enum(DOWNLOAD_STATES),
  created_at: Iso,
  /** IANA name of the zone of local times. */
  zone: z.string(),
  preview: z.nullable(DownloadPreview),
  progress: z.nullable(DownloadProgress),
  result: z.nullable(DownloadResult),
  /** At most the first 500. */
  problems: z.array(DownloadProblem),
  problems_count: Count,
  /** Why it failed. */
  error: z.nullable(z.string()),
});
export type DownloadImport = z.infer<typeof DownloadImport>;
