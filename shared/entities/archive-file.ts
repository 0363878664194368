/** Stored files by hash, and the contents of archive files. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { FileRef, MaybeFile } from "./file.ts";

export const StoredFile = z.object({
  id: z.int(),
  /** SHA-256. */
  hash: z.string(),
  mtime: Iso,
  ctime: Iso,
  mime: z.string(),
  /** With its dot, or empty; archive files are stored as `.bin`. */
  ext: z.string(),
  added: Iso,
  /** Bytes. */
  size: z.int(),
  ihash: z.nullable(z.string()),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const ArchiveFile = z.object({
  file: StoredFile,
  /**
   * Names of the files inside; empty if it is not an archive file, cannot be read, or hides its names until the
   * password is known.
   */
  file_list: z.array(z.string()),
  /** Addition to the public API, only on request: unpacked bytes by index in `file_list`; null if unreadable. */
  file_sizes: z.optional(z.array(z.nullable(z.int()))),
  /** `""` if none is needed, null if unknown (or not an archive file), else the password. */
  password: z.nullable(z.string()),
});
export type ArchiveFile = z.infer<typeof ArchiveFile>;

const PostUse = z.object({
  file_id: z.int(),
  id: z.string(),
  user: z.string(),
  service: z.string(),
  title: z.string(),
  substring: z.string(),
  published: z.nullable(Iso),
  file: MaybeFile,
  attachments: z.array(FileRef),
});

const Foreign = z.record(z.string(), z.unknown());

const DiscordUse = z.object({
  file_id: z.int(),
  id: z.string(),
  server: z.string(),
  channel: z.string(),
  substring: z.string(),
  published: Iso,
  embeds: z.array(Foreign),
  mentions: z.array(Foreign),
  attachments: z.array(FileRef),
});

/** A file and its uses. */
export const FileUses = z.extend(StoredFile, {
  posts: z.array(PostUse),
  discord_posts: z.array(DiscordUse),
});
export type FileUses = z.infer<typeof FileUses>;

/** A file found in a bulk lookup, with its newest uses. */
export const HashHit = z.object({
  /** SHA-256. */
  hash: z.string(),
  mime: z.string(),
  /** With its dot, or empty; archive files are stored as `.bin`. */
  ext: z.string(),
  /** Bytes. */
  size: z.int(),
  posts: z.array(
    z.object({
      service: z.string(),
      user: z.string(),
      id: z.string(),
      title: z.string(),
      /** Newest older revision that contains the file; null if the current post contains it. */
      revision: z.nullable(z.int()),
    }),
  ),
  discord_posts: z.array(
    z.object({ server: z.string(), channel: z.string(), id: z.string(), substring: z.string() }),
  ),
  /** True if more posts or messages use it than are listed. */
  more: z.boolean(),
});
export type HashHit = z.infer<typeof HashHit>;

/** An image that looks like another, with its newest uses. */
export const PictureHit = z.extend(HashHit, {
  /** Differing bits of the two PDQ hashes. */
  distance: z.int(),
  /** Pixels as it is shown; null if it was not measured. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type PictureHit = z.infer<typeof PictureHit>;
