/** Stored files by hash, and what is in those that are archives. */
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
  /** With its dot, or empty; archives are stored as `.bin`. */
  ext: z.string(),
  added: Iso,
  /** Bytes. */
  size: z.int(),
  ihash: z.nullable(z.string()),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const ArchiveFile = z.object({
  file: StoredFile,
  /** Names of the files inside; empty for what is no archive, cannot be read, or hides its names until the password is known. */
  file_list: z.array(z.string()),
  /** Ours, and only where it is asked for: unpacked bytes by place in `file_list`; null where they cannot be read. */
  file_sizes: z.optional(z.array(z.nullable(z.int()))),
  /** `""` where none is needed, null where it is not known (or there is no archive), else the password. */
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

/** A file and where it is used. */
export const FileUses = z.extend(StoredFile, {
  posts: z.array(PostUse),
  discord_posts: z.array(DiscordUse),
});
export type FileUses = z.infer<typeof FileUses>;

/** A file of the archive in a lookup of many: what it is, and its newest uses. */
export const HashHit = z.object({
  /** SHA-256. */
  hash: z.string(),
  mime: z.string(),
  /** With its dot, or empty; archives are stored as `.bin`. */
  ext: z.string(),
  /** Bytes. */
  size: z.int(),
  posts: z.array(
    z.object({
      service: z.string(),
      user: z.string(),
      id: z.string(),
      title: z.string(),
      /** Of the newest older revision that holds the file; null where the post as it is holds it. */
      revision: z.nullable(z.int()),
    }),
  ),
  discord_posts: z.array(
    z.object({ server: z.string(), channel: z.string(), id: z.string(), substring: z.string() }),
  ),
  /** More posts or messages use it than are listed. */
  more: z.boolean(),
});
export type HashHit = z.infer<typeof HashHit>;
