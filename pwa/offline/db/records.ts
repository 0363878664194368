/** Shapes of the rows on the device. Moments are milliseconds since 1970, sizes are bytes. */
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { Comment, PostEnvelope, PostHit, PostListItem, TaggedListItem } from "#shared/entities/post.ts";

/**
 * What every automatic copy says of itself; the least recently used go first (wishes A7). `usedAt` and `bytes` are
 * one index, so that the oldest and the sum are known without reading a body.
 */
export interface Kept {
  storedAt: number;
  /** To the hour: a look at a row does not write it again. */
  usedAt: number;
  bytes: number;
}

/** A post as far as it was seen: in a list, on its page, or both. */
export interface PostRow extends Kept {
  /** `service/creator/post`. */
  key: string;
  /** `service/creator`. */
  creator: string;
  item?: PostListItem | TaggedListItem | PostHit;
  page?: PostEnvelope;
  /** When `page` was fetched. */
  pageAt?: number;
}

export interface RevisionRow extends Kept {
  /** `service/creator/post/revision`. */
  key: string;
  post: string;
  page: PostEnvelope;
}

export interface CommentsRow extends Kept {
  /** Key of the post. */
  key: string;
  comments: Comment[];
}

export interface CreatorRow extends Kept {
  /** `service/creator`. */
  key: string;
  profile: CreatorProfile;
}

export interface DmRow extends Kept {
  /** `service/creator/hash`: a hash alone may be in several creators' lists. */
  key: string;
  creator: string;
  dm: CreatorDm | ListedDm;
}

/** A list as the server gave it: which rows, in which order, and the rest of the answer. */
export interface ListRow extends Kept {
  /** Address under `/api`, with its query. */
  key: string;
  of: "posts" | "dms";
  /** Keys of the rows, in order. */
  ids: string[];
  /** Keys of each row's object: a row may hold more, from another list. */
  fields: string[];
  /** What a row says in this list alone, by place in `ids`. */
  own?: Record<string, unknown>[];
  /** The answer without its rows. */
  rest: unknown;
}

/** An answer that is shown whole: tags, chat pages, announcements and the like. */
export interface AnswerRow extends Kept {
  /** Address under `/api`, with its query. */
  key: string;
  body: unknown;
}

export type FileKindChoice = "image" | "video" | "audio" | "archive" | "other";

/** Why something could not be saved. `wrong`: its bytes are not what its hash says. `full`: the device has no room. */
export type SaveProblem = "network" | "missing" | "server" | "wrong" | "full";

export interface SavedFile {
  hash: string;
  path: string;
  name: string;
  kind: FileKindChoice;
  /** Undefined until the server has said it. */
  bytes?: number;
  /** `lost`: it was here and is not any more, or its bytes are not what its hash says. */
  state: "waiting" | "whole" | "failed" | "lost";
  problem?: SaveProblem;
}

/** A post that somebody saved. Never evicted; its text is in `posts`, `comments` and `revisions`. */
export interface SavedRow {
  /** `service/creator/post`. */
  key: string;
  creator: string;
  creatorName: string;
  title: string;
  savedAt: number;
  /** Of text and whole files. */
  bytes: number;
  files: SavedFile[];
  /** `listed`: known by name only, from a restored list or after the browser threw it away. */
  state: "saving" | "partial" | "whole" | "listed" | "gone";
  /** Which kinds of its files are wanted. */
  kinds: FileKindChoice[];
  /** Files that the person has elsewhere are not wanted. */
  leavesOwned?: true;
  /** The former version that was shown when it was saved. */
  revision?: string;
  /** When its text was stored; until then `files` is not known either. */
  textAt?: number;
  /** Its share of `bytes`. */
  textBytes?: number;
  /** It was saved before, with these files (their hashes): cancelling goes back to them. */
  former?: string[];
  /** Why its text could not be fetched. */
  problem?: SaveProblem;
}

/** Something done without a line (wishes A9). */
export interface QueuedAction {
  seq?: number;
  /** Sent with the request, so that the server does it once. */
  idempotencyKey: string;
  /** What it is done to; a later action on the same target takes the place of an earlier one. */
  target: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under `/api`. */
  address: string;
  body?: unknown;
  madeAt: number;
  /** Set when the server refused it: it is shown, not sent again. */
  refused?: string;
}

/** A post whose row changed: the search index reads these in order and deletes them (wishes B16). */
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

/** Content that was taken down; its copies are gone, and cards say so (wishes A19). */
export interface GoneRow {
  /** `service/creator` or `service/creator/post`. */
  key: string;
  at: number;
}

/** Single values: the tombstone cursor, the cap, what the index has read. */
export interface StateRow {
  name: string;
  value: unknown;
}

/** A file that the person has, somewhere outside of the app: the private ledger. It never leaves the device. */
export interface OwnedRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
}

/** A hash that was looked up without a line, and waits for one. */
export interface LookupRow {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  at: number;
  /** Of the file it was computed from; they stay on the device. */
  name?: string;
  size?: number;
}
