/** Row types of the offline database. Times are milliseconds since 1970, sizes are bytes. */
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { FileRef, MaybeFile } from "#shared/entities/file.ts";
import type { Comment, PostEnvelope, PostHit, PostListItem, TaggedListItem } from "#shared/entities/post.ts";

/**
 * Fields of every cached row; the least recently used rows are evicted first. `usedAt` and `bytes` form one index, so
 * that eviction never reads a body.
 */
export interface CacheEntry {
  storedAt: number;
  /** Rounded to the hour, so that reading rarely writes. */
  usedAt: number;
  bytes: number;
}

/** A post as far as it was loaded: as a list item, as a page, or both. */
export interface PostRow extends CacheEntry {
  /** `service/creator/post`. */
  key: string;
  /** `service/creator`. */
  creator: string;
  item?: PostListItem | TaggedListItem | PostHit;
  page?: PostEnvelope;
  /** Fetch time of `page`. */
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
  /** `service/creator/hash`: several creators may share a hash. */
  key: string;
  creator: string;
  dm: CreatorDm | ListedDm;
}

/** A list response: its rows in order, and the remainder. */
export interface ListRow extends CacheEntry {
  /** Path under `/api`, with its query. */
  key: string;
  of: "posts" | "dms";
  /** Keys of the rows, in order. */
  ids: string[];
  /** Fields of each item; the row may have more, from another list. */
  fields: string[];
  /** Item fields that exist in this list only, by index in `ids`. */
  own?: Record<string, unknown>[];
  /** The response without its rows. */
  rest: unknown;
}

/** A response stored unchanged: tags, chat pages, announcements and so on. */
export interface ResponseRow extends CacheEntry {
  /** Path under `/api`, with its query. */
  key: string;
  body: unknown;
}

export type FileKindChoice = "image" | "video" | "audio" | "archive" | "other";

/** Reason a save failed. `wrong`: checksum mismatch. `full`: no storage left. */
export type SaveProblem = "network" | "missing" | "server" | "wrong" | "full";

export interface SavedFile {
  hash: string;
  path: string;
  name: string;
  kind: FileKindChoice;
  /** Undefined until the server has reported it. */
  bytes?: number;
  /** `lost`: missing from storage, or with a wrong checksum. */
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
  /** Size of the text and of complete files. */
  bytes: number;
  files: SavedFile[];
  /** `listed`: only metadata, from a restored backup or after the browser cleared storage. `gone`: taken down. */
  state: "saving" | "partial" | "whole" | "listed" | "gone";
  /** Kinds of files to save. */
  kinds: FileKindChoice[];
  /** Skips files in the list of owned files. */
  leavesOwned?: true;
  /** Older revision that was on the screen when the post was saved. */
  revision?: string;
  /** Time its text was stored; `files` is empty until then. */
  textAt?: number;
  /** Share of `bytes` that is text. */
  textBytes?: number;
  /** Hashes of the files from the previous save; canceling restores them. */
  former?: string[];
  /** Reason its text could not be fetched. */
  problem?: SaveProblem;
}

/** A write made offline. */
export interface QueuedAction {
  seq?: number;
  /** Sent with the request, so that the server applies the action once. */
  idempotencyKey: string;
  /** Subject of the change; a later action on the same target replaces an earlier one. */
  target: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path under `/api`. */
  address: string;
  body?: unknown;
  madeAt: number;
  /** Set when the server rejected the action: it is shown and not sent again. */
  refused?: string;
}

/** A post whose row changed; the search index processes these in order and deletes them. */
export interface ChangeRow {
  seq?: number;
  /** Key of the post. */
  key: string;
}

/** A segment of the search index. */
export interface SegmentRow {
  id?: number;
  documents: number;
  data: ArrayBuffer;
}

/** Tombstone of content that was taken down and deleted here. */
export interface GoneRow {
  /** `service/creator` or `service/creator/post`. */
  key: string;
  at: number;
}

/** Key in `state` of the list of search index segments. */
export const SEARCH_STATE = "search";

/** Single values: the takedown cursor, the state of the search index. */
export interface StateRow {
  name: string;
  value: unknown;
}

/** A file the user has outside the app. Never leaves the device. */
export interface OwnedRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
}

/** A hash entered while offline, to be looked up once online. */
export interface LookupRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
  /** Name of the hashed file; never sent. */
  name?: string;
  size?: number;
}

/** A stored response of the account; deleted on logout. */
export interface AccountRow {
  /** Path under `/api`, with its query. */
  key: string;
  body: unknown;
  storedAt: number;
}

/** An upload in progress, stored so that it can resume after a reload. */
export interface UploadRow {
  /** Upload id from the server. */
  id: string;
  name: string;
  size: number;
  /** SHA-256 of the first MiB, which identifies the file when it is chosen again; null if not computed. */
  first: string | null;
  /** Only in browsers with the File System Access API. */
  handle?: FileSystemFileHandle;
}

/** A search the user saved. */
export interface SavedSearchRow {
  /** Random; the same on all synced devices. */
  id: string;
  /** Query in search syntax, with tags as conditions. */
  q: string;
  created: number;
  /** Server time of the newest result that was seen; 0 before any. */
  seen: number;
}

export interface RecentSearchRow {
  q: string;
  at: number;
}

/**
 * State of sync between devices (features/library/device-sync): the device's own state and key, then the state of each
 * kind of data.
 */
export interface SyncRow {
  name: string;
  value: unknown;
}

/** A post of a collection with the fields its list shows; the files give the download size. */
export interface CollectedPost {
  service: string;
  user: string;
  id: string;
  /** Title as shown in lists. */
  title: string;
  creatorName?: string;
  file: MaybeFile;
  attachments: FileRef[];
}

/** A list of single posts in the user's own order. */
export interface CollectionRow {
  /** Random. */
  id: string;
  name: string;
  created: number;
  posts: CollectedPost[];
}

export const LABEL_COLORS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** A label the user puts on creators. */
export interface LabelRow {
  name: string;
  color: LabelColor;
  created: number;
  /** `service/creator`. */
  creators: string[];
}

/** A creator whose new posts are saved automatically. */
export interface AutoSaveRow {
  /** `service/creator`. */
  key: string;
  name: string;
  /** Limit for all saved posts of the creator together, in bytes. */
  limit: number;
  kinds: FileKindChoice[];
  /** Ids of posts that are not new, newest first. */
  known: string[];
}

/** The user's note about a creator. Never leaves the device. */
export interface NoteRow {
  /** `service/creator`. */
  key: string;
  text: string;
}
