/** Interface of the readers of one program's downloads. They are in `formats/`; `formats.ts` lists all. */
import type { z } from "zod";
import { ExpectedError } from "#backend/expected-error.ts";
import type { RECORDS } from "#backend/imports/bundle/records.ts";

/** A file or folder below the imported folder. Never a link, socket or partial download. */
export interface Entry {
  /** Relative to the imported folder, joined by "/", exactly as on disk. */
  path: string;
  /** Last part of the path. */
  name: string;
  isFolder: boolean;
}

/**
 * The only access to the disk. Paths are relative to the imported folder; a path that leaves it, through ".."
 * or a link, counts as missing.
 */
export interface Folder {
  /** Relative to the imported folder; empty for that folder itself. */
  readonly path: string;
  /** Direct entries, ordered by name. */
  entries(): Promise<readonly Entry[]>;
  /** All files below, folder by folder. */
  walk(): AsyncGenerator<Entry>;
  /** @returns undefined if there is none */
  folder(name: string): Promise<Folder | undefined>;
  /** @returns the entry at this path below the folder; undefined if there is none */
  find(path: string): Promise<Entry | undefined>;
  /** @returns size in bytes and modification time */
  stat(entry: Entry): Promise<{ size: number; modified: Date }>;
  /**
   * A small text file: UTF-8, or UTF-16 with its mark.
   * @throws ReadError if it is larger than `maxBytes` (64 MiB by default) or cannot be read
   */
  text(entry: Entry, maxBytes?: number): Promise<string>;
  /** @throws ReadError if it is not JSON */
  json(entry: Entry, maxBytes?: number): Promise<unknown>;
  /**
   * Streams a file of any size.
   * @param range first and last byte
   */
  bytes(entry: Entry, range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** A file is unreadable or invalid; the message is shown with its path. */
export class ReadError extends ExpectedError {
  override name = "ReadError";
}

/** A file of a record, stored and hashed by the import. */
export interface LocalFile {
  entry: Entry;
  /** Name on the service; the name on disk if unknown. */
  name: string;
  /** SHA-256 stated by the source; a file with another hash is damaged and skipped. */
  hash?: string;
  /** Address that the file had, kept if it is damaged. */
  url?: string;
  /** Size in bytes stated by the source; a smaller file is truncated and skipped. */
  size?: number;
  /**
   * Reads a file embedded in `entry` (a database); it is stored in place of the entry, which stays on
   * disk. Valid until the next record is requested.
   */
  bytes?: () => AsyncIterable<Uint8Array>;
}

type Input<E extends keyof typeof RECORDS> = z.input<(typeof RECORDS)[E]>;
/** Fields set by the import are omitted: `indexed` is set for new creators, `updated` is the newest date of the content. */
type Creator = Omit<Input<"creators">, "indexed" | "updated" | "icon" | "banner"> & {
  icon?: LocalFile;
  banner?: LocalFile;
};
type WithFiles<T> = Omit<T, "file" | "attachments"> & { file?: LocalFile; attachments?: LocalFile[] };

/**
 * Records as in docs/bundle.md, with LocalFiles in place of stored files. Omit what a source does not have, and
 * never set it empty: an absent field keeps the value of an earlier import. HTML need not be sanitized; escape plain text
 * with `htmlOfText`. Dates are naive UTC (`2024-05-01T12:00:00`). Dates a record requires come from the data, never
 * from the clock, so that a second import writes the same.
 */
export type FoundRecord =
  | { entity: "creators"; fields: Creator }
  | { entity: "posts"; fields: WithFiles<Input<"posts">> }
  | { entity: "post_revisions"; fields: WithFiles<Omit<Input<"post_revisions">, "revision_id">> }
  | { entity: "comments"; fields: Input<"comments"> }
  | { entity: "announcements"; fields: Input<"announcements"> }
  | { entity: "dms"; fields: WithFiles<Omit<Input<"dms">, "embed">> }
  | { entity: "shares"; fields: Input<"shares"> & { files: LocalFile[] } }
  | { entity: "discord_channels"; fields: Input<"discord_channels"> }
  | { entity: "discord_messages"; fields: WithFiles<Input<"discord_messages">> }
  | { entity: "discord_message_revisions"; fields: Omit<Input<"discord_message_revisions">, "id"> };

/** A file that the metadata of a post names, but that is not on disk. */
export interface MissingFile {
  /** Name on the service. */
  name: string;
  /** Address it had. */
  url?: string | undefined;
  /** SHA-256. */
  hash?: string | undefined;
}

/** A record and its origin, for error reports. */
export type Found = FoundRecord & {
  /** The metadata file, relative to the imported folder. */
  from: string;
  /** Files that a post lacks. */
  missing?: readonly MissingFile[] | undefined;
  /** SHA-256 of all files of a post that lacks some, in their order. */
  order?: readonly string[] | undefined;
  /** Files that a text shows, beside those of the record. */
  shown?: readonly LocalFile[] | undefined;
  /** Ids of the creator's posts before and after a post, where the source says. */
  neighbors?: readonly string[] | undefined;
  /** Name of the format. */
  program?: string | undefined;
  /** Paths of other files of the post's texts; kept beside `from`. */
  sources?: readonly string[] | undefined;
};

export interface Reading {
  /** IANA name of the zone in which the source wrote local times ("Asia/Tokyo"); UTC by default. */
  zone: string;
  /** Reports an invalid file or record, which is counted, shown and skipped. */
  report(path: string, reason: string): void;
  /**
   * Marks a file as used: metadata, a preview, an icon. Files of records are marked automatically. Unused files
   * are counted as "without metadata" and offered to the plain folder format.
   */
  uses(entry: Entry): void;
  /**
   * Creator given by the person, for folders that name none.
   * @returns undefined if none was given; the reader then yields nothing for the folder
   */
  creatorOf(path: string): { service: string; id: string; name: string } | undefined;
  /** The whole import, for programs that store data and files in different folders. */
  readonly imported: Folder;
}

export interface Format {
  /** Official name of the program. */
  readonly name: string;
  /**
   * Recognizes a folder of the program by content, not by name: reads the entries and as little of
   * as few files as possible. If no format recognizes a folder, its subfolders are tried.
   */
  recognize(folder: Folder): Promise<Recognized | undefined>;
}

export interface Recognized {
  /** `folder`: direct files only; subfolders are recognized separately. `tree`: everything below. */
  scope: "folder" | "tree";
  /** Yields a creator before its posts and channels, a post before its comments, a channel before its messages. Memory use must be independent of the number of records. */
  read(reading: Reading): AsyncGenerator<Found>;
}
