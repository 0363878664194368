/**
 * The offline database, and the only list of its tables. A change of it raises the version. Browsers still hold earlier
 * ones: Dexie compares with what a browser has, so an earlier version needs to stand here only for its upgrade function,
 * and each that does costs a slow phone's start some milliseconds.
 */
import Dexie, { type EntityTable, type Table } from "dexie";
import { OFFLINE_DB, type StoredFile, type StoredPart } from "#shared/rules/offline-db.ts";
import { dbEvents } from "./events.ts";
import type {
  AccountRow,
  AutoSaveRow,
  ChangeRow,
  CollectionRow,
  CommentsRow,
  CreatorRow,
  DmRow,
  GoneRow,
  LabelRow,
  ListRow,
  LookupRow,
  NoteRow,
  OwnedRow,
  PostRow,
  QueuedAction,
  RecentSearchRow,
  ResponseRow,
  RevisionRow,
  SavedRow,
  SavedSearchRow,
  SegmentRow,
  StateRow,
  SyncRow,
  UploadRow,
} from "./records.ts";

export class OfflineDb extends Dexie {
  declare posts: EntityTable<PostRow, "key">;
  declare revisions: EntityTable<RevisionRow, "key">;
  declare comments: EntityTable<CommentsRow, "key">;
  declare creators: EntityTable<CreatorRow, "key">;
  declare dms: EntityTable<DmRow, "key">;
  declare lists: EntityTable<ListRow, "key">;
  declare answers: EntityTable<ResponseRow, "key">;
  declare saved: EntityTable<SavedRow, "key">;
  declare files: EntityTable<StoredFile, "hash">;
  declare parts: Table<StoredPart<Blob>, [string, number]>;
  declare queue: EntityTable<QueuedAction, "seq">;
  declare changes: EntityTable<ChangeRow, "seq">;
  declare segments: EntityTable<SegmentRow, "id">;
  declare gone: EntityTable<GoneRow, "key">;
  declare state: EntityTable<StateRow, "name">;
  declare owned: EntityTable<OwnedRow, "hash">;
  declare lookups: EntityTable<LookupRow, "hash">;
  declare account: EntityTable<AccountRow, "key">;
  declare uploads: EntityTable<UploadRow, "id">;
  declare savedSearches: EntityTable<SavedSearchRow, "id">;
  declare recentSearches: EntityTable<RecentSearchRow, "q">;
  declare sync: EntityTable<SyncRow, "name">;
  declare collections: EntityTable<CollectionRow, "id">;
  declare labels: EntityTable<LabelRow, "name">;
  declare autoSaves: EntityTable<AutoSaveRow, "key">;
  declare notes: EntityTable<NoteRow, "key">;

  constructor(name = OFFLINE_DB) {
    super(name);
    this.version(6).stores({
      posts: "key, creator, [usedAt+bytes]",
      revisions: "key, post, [usedAt+bytes]",
      comments: "key, [usedAt+bytes]",
      creators: "key, [usedAt+bytes]",
      dms: "key, creator, [usedAt+bytes]",
      lists: "key, [usedAt+bytes]",
      answers: "key, [usedAt+bytes]",
      saved: "key, creator, savedAt, bytes, state",
      files: "hash, isWhole, *posts",
      parts: "[hash+part], hash",
      queue: "++seq, target",
      changes: "++seq, key",
      segments: "++id",
      gone: "key",
      state: "name",
      owned: "&hash, at",
      lookups: "&hash, at",
      account: "key",
      uploads: "id",
      savedSearches: "id, created",
      recentSearches: "q, at",
      sync: "name",
      collections: "id, created",
      labels: "name, created, *creators",
      notes: "key",
      autoSaves: "key",
    });
  }

  /** Tables of cache entries: those with the index that eviction reads. */
  cacheTables(): CacheTable[] {
    return this.tables.filter(({ schema }) => "[usedAt+bytes]" in schema.idxByName);
  }
}

/** Every table. */
export type TableName = { [K in keyof OfflineDb]: OfflineDb[K] extends Table ? K : never }[keyof OfflineDb];

/**
 * The tables of the database, or of a transaction. In a transaction use its own (`async (tx) => tx.posts…`): Dexie tracks
 * the current transaction across native `await` only as far as it can, and code after it would run outside.
 */
export type Tables = Pick<OfflineDb, TableName>;

/** A table of `CacheEntry` rows with a `key`. */
export type CacheTable = Table;

let opened: OfflineDb | undefined;

/** One connection per page, opened on first use. */
export function offlineDb(): OfflineDb {
  if (opened === undefined) {
    opened = new OfflineDb();
    opened.on("versionchange", closeForUpgrade);
    opened.changes.hook("creating", () => void dbEvents.dispatchEvent(new Event("change")));
  }
  return opened;
}

/**
 * Another tab upgrades the database, which waits for all other connections: this one closes for good, and the page shows
 * that. Where the database is deleted instead, Dexie closes it and reopens it on next use.
 */
function closeForUpgrade({ newVersion }: IDBVersionChangeEvent): void {
  if (newVersion === null) return;
  opened?.close();
  dbEvents.dispatchEvent(new Event("outdated"));
}
