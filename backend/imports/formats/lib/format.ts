/** What a reader of one program's downloads gets and gives. Each lives in `formats/`; `formats.ts` lists them all. */
import type { z } from "zod";
import type { RECORDS } from "#backend/imports/bundle/records.ts";

/** A file or folder below the folder that is imported. Never a link, a socket or a partial download. */
export interface Entry {
  /** Relative to the folder that is imported, parts joined by "/", exactly as on disk. */
  path: string;
  /** The last part. */
  name: string;
  isFolder: boolean;
}

/**
 * The only way to the disk. Paths are relative to the folder that is imported; one that leads out of it, through ".."
 * or a link, is refused as if nothing were there.
 */
export interface Folder {
  /** Relative to the folder that is imported; empty for that folder itself. */
  readonly path: string;
  /** Direct entries, ordered by name. */
  entries(): Promise<readonly Entry[]>;
  /** Every file below, folder by folder. */
  walk(): AsyncGenerator<Entry>;
  /** @returns undefined where there is none */
  folder(name: string): Promise<Folder | undefined>;
  /** @returns the entry at this path below the folder, or undefined where there is none */
  find(path: string): Promise<Entry | undefined>;
  /** @returns bytes and the time of the last change */
  stat(entry: Entry): Promise<{ size: number; modified: Date }>;
  /**
   * A small text file: UTF-8, or UTF-16 with its mark.
   * @throws ReadError where it is longer than `maxBytes` (64 MiB by default) or cannot be read
   */
  text(entry: Entry, maxBytes?: number): Promise<string>;
  /** @throws ReadError where it is no JSON */
  json(entry: Entry, maxBytes?: number): Promise<unknown>;
  /** Its bytes, for files of any size. */
  bytes(entry: Entry): AsyncIterable<Uint8Array>;
}

/** A file that cannot be read as what it should be; its message is shown with its path. */
export class ReadError extends Error {
  override name = "ReadError";
}

/** A file of a record, stored and hashed by the import. */
export interface LocalFile {
  entry: Entry;
  /** As the service names it; the name on disk where that is not known. */
  name: string;
  /** SHA-256 where the source states it: a file that has another is damaged and left out. */
  hash?: string;
  /** Bytes where the source states them: a file that has fewer is cut, and left out. */
  size?: number;
  /**
   * Where the bytes are inside of `entry` (a database): these are stored in place of the entry's own, which stays on
   * disk. Valid until the reader is asked for its next record.
   */
  bytes?: () => AsyncIterable<Uint8Array>;
}

type Input<E extends keyof typeof RECORDS> = z.input<(typeof RECORDS)[E]>;
/** Whether a creator is here already decides `indexed`; `updated` is the newest date of its content. */
type Creator = Omit<Input<"creators">, "indexed" | "updated" | "icon" | "banner"> & {
  icon?: LocalFile;
  banner?: LocalFile;
};
type WithFiles<T> = Omit<T, "file" | "attachments"> & { file?: LocalFile; attachments?: LocalFile[] };

/**
 * Records as docs/bundle.md has them, with LocalFiles in place of stored ones. What a source does not have is left out,
 * never empty: an absent field keeps what an earlier import brought. HTML need not be sanitized; plain text is escaped
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

/** A record and where it stands, so that a fault in it can be named. */
export type Found = FoundRecord & {
  /** The metadata file, relative to the folder that is imported. */
  from: string;
};

export interface Reading {
  /** IANA name of the zone in which the source wrote local times ("Asia/Tokyo"); UTC by default. */
  zone: string;
  /** A bad file or record: it is counted, shown and skipped; reading goes on. */
  report(path: string, reason: string): void;
  /**
   * This file is accounted for: metadata, a preview, an icon. Files of records are accounted for without it. What nobody
   * accounts for is counted as "without metadata" and offered to the plain folder.
   */
  uses(entry: Entry): void;
  /**
   * Creator, where nothing in the folder names one.
   * @returns undefined where the person gave none; the reader then yields nothing for it
   */
  creatorOf(path: string): { service: string; id: string; name: string } | undefined;
  /** Everything that is imported in this run, for programs that keep their data in one place and their files in another. */
  readonly imported: Folder;
}

export interface Format {
  /** The program, as its makers write it. */
  readonly name: string;
  /**
   * Whether this folder holds what the program leaves, by content, not by name: looks at the entries and at as little of
   * as few files as possible. A folder that no format recognizes is entered, and its folders are asked.
   */
  recognize(folder: Folder): Promise<Recognized | undefined>;
}

export interface Recognized {
  /** `folder`: its own files only, its folders are asked by themselves. `tree`: everything below as well. */
  scope: "folder" | "tree";
  /** A creator before its posts and channels, a post before its comments, a channel before its messages. Memory must not grow with the number of records. */
  read(reading: Reading): AsyncGenerator<Found>;
}
