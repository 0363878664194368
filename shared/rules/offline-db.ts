/** Names and sizes in the offline IndexedDB that the app and its service worker share. */

export const OFFLINE_DB = "roost";

/** Stored files by their SHA-256, and the bytes of each in numbered parts. */
export const FILES_STORE = "files";
export const PARTS_STORE = "parts";
/** Saved posts, with their state in an index. */
export const SAVED_STORE = "saved";
/** Writes made offline. */
export const QUEUE_STORE = "queue";

/** Cache Storage of the list of creators, outside of the database; takedowns of creators delete it. */
export const CREATORS_CACHE = "creators-1";

/** An empty Cache Storage that is there during a private session: the worker then stores no pictures. */
export const PRIVATE_CACHE = "private-session";

/** Bytes of every part of a file but its last, so that a range is found without reading the parts before it. */
export const PART_BYTES = 4 * 1024 * 1024;

/** A stored file. Served only when `isWhole` is 1: all parts are there and the checksum matched. */
export interface StoredFile {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
  /** Content type as the server sent it. */
  type: string;
  /** Size in bytes; undefined until the server has sent it. */
  bytes?: number;
  /** IndexedDB cannot index booleans. */
  isWhole: 0 | 1;
  /** Keys of the saved posts that have it. */
  posts: string[];
  /** Milliseconds since 1970. */
  storedAt: number;
}

/** The bytes from `part` * PART_BYTES on, as a Blob. Its key is `[hash, part]`. */
export interface StoredPart<Bytes = unknown> {
  hash: string;
  part: number;
  data: Bytes;
}

/** `service/creator/post`, the key of a stored post. */
export function postKey({ service, user, id }: { service: string; user: string; id: string }): string {
  return `${service}/${user}/${id}`;
}

/** `service/creator` of a key that begins with it. */
export function creatorOfPost(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}
