/** Rows of the offline database. Times are milliseconds since 1970, sizes are bytes. */
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { FileRef, MaybeFile } from "#shared/entities/file.ts";
import type { Comment, PostEnvelope, PostHit, PostListItem, TaggedListItem } from "#shared/entities/post.ts";

/**
 * Of every cached row; the least recently used are evicted first. `usedAt` and `bytes` are one index, so that the oldest
 * and the sum are known without reading a body.
 */
export interface CacheEntry {
  storedAt: number;
  /** To the hour, so that reading does not write. */
  usedAt: number;
  bytes: number;
}

/** A post as far as it was loaded: in a list, as a page, or both. */
export interface PostRow extends CacheEntry {
  /** `service/creator/post`. */
  key: string;
  /** `service/creator`. */
  creator: string;
  item?: PostListItem | TaggedListItem | PostHit;
  page?: PostEnvelope;
  /** When `page` was fetched. */
  pageAt?: number;
}

export interface RevisionRow extends CacheEntry {
  /** `service/creator/post/revision`. */
  key: string;
  post: string;
  page: PostEnvelope;
}

export interface CommentsRow extends CacheEntry {
  /** Key of the post. */
  key: string;
  comments: Comment[];
}

export interface CreatorRow extends CacheEntry {
  /** `service/creator`. */
  key: string;
  profile: CreatorProfile;
}

export interface DmRow extends CacheEntry {
  /** `service/creator/hash`: several creators may have the same hash. */
  key: string;
  creator: string;
  dm: CreatorDm | ListedDm;
}

/** A list's response: its rows in order, and the remainder. */
export interface ListRow extends CacheEntry {
  /** Address under `/api`, with its query. */
  key: string;
  of: "posts" | "dms";
  /** Keys of the rows, in order. */
  ids: string[];
  /** Fields of each item: a row may have more, from another list. */
  fields: string[];
  /** Fields of the items in this list alone, by index in `ids`. */
  own?: Record<string, unknown>[];
  /** The response without its rows. */
  rest: unknown;
}

/** A response stored as it is: tags, chat pages, announcements and the like. */
export interface ResponseRow extends CacheEntry {
  /** Address under `/api`, with its query. */
  key: string;
  body: unknown;
}

export type FileKindChoice = "image" | "video" | "audio" | "archive" | "other";

/** Why something could not be saved. `wrong`: checksum mismatch. `full`: no storage left. */
export type SaveProblem = "network" | "missing" | "server" | "wrong" | "full";

export interface SavedFile {
  hash: string;
  path: string;
  name: string;
  kind: FileKindChoice;
  /** Undefined until the server has sent it. */
  bytes?: number;
  /** `lost`: missing from storage, or its checksum does not match. */
  state: "waiting" | "whole" | "failed" | "lost";
  problem?: SaveProblem;
}

/** A saved post. Never evicted; its text is in `posts`, `comments` and `revisions`. */
export interface SavedRow {
  /** `service/creator/post`. */
  key: string;
  creator: string;
  creatorName: string;
  title: string;
  savedAt: number;
  /** Of text and complete files. */
  bytes: number;
  files: SavedFile[];
  /** `listed`: known by name only, from a restored backup or after the browser cleared storage. `gone`: taken down. */
  state: "saving" | "partial" | "whole" | "listed" | "gone";
  /** Kinds of files to save. */
  kinds: FileKindChoice[];
  /** Without files that the person has elsewhere. */
  leavesOwned?: true;
  /** The older revision that was shown when it was saved. */
  revision?: string;
  /** When its text was stored; `files` is empty until then. */
  textAt?: number;
  /** Its share of `bytes`. */
  textBytes?: number;
  /** Hashes of the files it had when it was saved before: canceling restores that. */
  former?: string[];
  /** Why its text could not be fetched. */
  problem?: SaveProblem;
}

/** A write made offline. */
export interface QueuedAction {
  seq?: number;
  /** Sent with the request, so that the server applies it once. */
  idempotencyKey: string;
  /** What it changes; a later action on the same target replaces an earlier one. */
  target: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under `/api`. */
  address: string;
  body?: unknown;
  madeAt: number;
  /** Set when the server rejected it: it is shown, not sent again. */
  refused?: string;
}

/** A post whose row changed: the search index processes these in order and deletes them. */
export interface ChangeRow {
  seq?: number;
  /** Key of the post. */
  key: string;
}

/** A part of the search index. */
export interface SegmentRow {
  id?: number;
  documents: number;
  data: ArrayBuffer;
}

/** Tombstone of content that was taken down; its copies are deleted. */
export interface GoneRow {
  /** `service/creator` or `service/creator/post`. */
  key: string;
  at: number;
}

/** Row of `state`: which segments make up the search index. */
export const SEARCH_STATE = "search";

/** Single values: the takedown cursor, the state of the search index. */
export interface StateRow {
  name: string;
  value: unknown;
}

/** A file that the person has outside of the app. It never leaves the device. */
export interface OwnedRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
}

/** A hash that was looked up offline and waits for a connection. */
export interface LookupRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
  /** Of the file it was computed from; never sent. */
  name?: string;
  size?: number;
}

/** A response that belongs to the account; deleted when it is logged out. */
export interface AccountRow {
  /** Address under `/api`, with its query. */
  key: string;
  body: unknown;
  storedAt: number;
}

/** A file that is being uploaded, so that it can go on after a reload. */
export interface UploadRow {
  /** As the server has named the upload. */
  id: string;
  name: string;
  size: number;
  /** SHA-256 of its first MiB, by which the same file is told when it is chosen again; null where none was computed. */
  first: string | null;
  /** Of browsers that have them. */
  handle?: FileSystemFileHandle;
}

/** A search that the person keeps. */
export interface SavedSearchRow {
  /** Random; the same on every device that knows of it. */
  id: string;
  /** In the language of searches, tags as conditions. */
  q: string;
  created: number;
  /** When the newest post that was seen in it came, by the server's clock; 0 before any. */
  seen: number;
}

export interface RecentSearchRow {
  q: string;
  at: number;
}

/** What sync between devices keeps (features/library/device-sync): the device's own state and key, then what is known of each kind. */
export interface SyncRow {
  name: string;
  value: unknown;
}

/** A post of a collection, as far as its list shows it; its files say how much saving it would bring. */
export interface CollectedPost {
  service: string;
  user: string;
  id: string;
  /** As lists show it. */
  title: string;
  creatorName?: string;
  file: MaybeFile;
  attachments: FileRef[];
}

/** A list of single posts, in the person's own order. */
export interface CollectionRow {
  /** Random. */
  id: string;
  name: string;
  created: number;
  posts: CollectedPost[];
}

export const LABEL_COLORS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** A label that the person puts on creators. */
export interface LabelRow {
  name: string;
  color: LabelColor;
  created: number;
  /** `service/creator`. */
  creators: string[];
}

/** A creator whose new posts are saved by themselves. */
export interface AutoSaveRow {
  /** `service/creator`. */
  key: string;
  name: string;
  /** Bytes that all saved posts of the creator may take together. */
  limit: number;
  kinds: FileKindChoice[];
  /** Ids of posts that are not new, the newest first. */
  known: string[];
}

/** The person's own words about a creator. They never leave the device. */
export interface NoteRow {
  /** `service/creator`. */
  key: string;
  text: string;
}
