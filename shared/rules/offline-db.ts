/** Names and sizes in the offline IndexedDB, shared by the app and its service worker. */
import type { ArchiveFile } from "../entities/archive-file.ts";
import type { PictureLine } from "../entities/picture-text.ts";

export const OFFLINE_DB = "roost";

/** Stored files by SHA-256, and their bytes in numbered parts. */
export const FILES_STORE = "files";
export const PARTS_STORE = "parts";
/** Saved posts, with an index on their state. */
export const SAVED_STORE = "saved";
/** Writes made offline. */
export const QUEUE_STORE = "queue";

/** Cache Storage of the list of creators, outside the database; takedowns of creators delete it. */
export const CREATORS_CACHE = "creators-1";

/**
 * Cache Storage of readers of files, which are too large to store for everyone: files of the app whose addresses begin
 * with `READER_FILES`. Stored with their first use or with the first saved post that has such a file.
 */
export const READERS_CACHE = "readers-1";
export const READER_FILES = "/assets/reader-";

/** An empty Cache Storage that exists during a private session: the service worker then stores no images. */
export const PRIVATE_CACHE = "private-session";

/** Size of every part of a file but the last, so that a range is found without reading earlier parts. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Looks of a stored picture; 0 pixels if the browser cannot decode it. */
export interface PictureLook {
  width: number;
  height: number;
  /** PDQ hash: 64 hex digits; undefined if there is too little in the picture. */
  pdq?: string;
}

/** A stored file. Served only if `isWhole` is 1: all parts are stored and the checksum matched. */
export interface StoredFile {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
  /** Content type sent by the server. */
  type: string;
  /** Size in bytes; undefined until the server has reported it. */
  bytes?: number;
  /** IndexedDB cannot index booleans. */
  isWhole: 0 | 1;
  /** Keys of the saved posts that contain it. */
  posts: string[];
  /** Milliseconds since 1970. */
  storedAt: number;
  /** Set once a picture has been hashed. */
  look?: PictureLook;
  /** List of files and password of an archive file, as the server or the device read them. */
  archive?: ArchiveFile;
  /** Lines of the text in an image, if the server has read some. */
  text?: PictureLine[];
}

/** Bytes from `part` * PART_BYTES on, as a Blob. Its key is `[hash, part]`. */
export interface StoredPart<Bytes = unknown> {
  hash: string;
  part: number;
  data: Bytes;
}

/** Key of a stored post: `service/creator/post`. */
export function postKey({ service, user, id }: { service: string; user: string; id: string }): string {
  return `${service}/${user}/${id}`;
}

/** `service/creator` prefix of a key. */
export function creatorOfPost(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}
