/**
 * The offline database and the only list of its tables. Any change raises the version. Browsers may still have older
 * versions: Dexie compares with the existing database, so an older version is listed here only for its upgrade
 * function. Each listed version costs some milliseconds of startup on a slow phone.
 */
import Dexie, { type EntityTable, type Table } from "dexie";
import { OFFLINE_DB, type StoredFile, type StoredPart } from "#shared/rules/offline-db.ts";
import { encryptTables } from "./encrypted-tables.ts";
import { dbEvents } from "./events.ts";
import { isDbOutdated } from "./outdated.ts";
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
    // Without Dexie's cache, which shows a write before it has committed: "Saved" must be true.
    super(name, { cache: "disabled" });
    this.use(encryptTables);
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

  /** Cache tables: tables that have the index used by eviction. */
  cacheTables(): CacheTable[] {
    return this.tables.filter(({ schema }) => "[usedAt+bytes]" in schema.idxByName);
  }
}

/** Name of any table. */
export type TableName = { [K in keyof OfflineDb]: OfflineDb[K] extends Table ? K : never }[keyof OfflineDb];

/**
 * Tables of the database or of a transaction. Inside a transaction use its own tables (`async (tx) => tx.posts…`):
 * Dexie cannot always track the current transaction across native `await`, and code after it would run outside.
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
 * Another tab is upgrading the database and waits for all other connections: closes this one for good, and the page
 * shows that. If the database is deleted instead, Dexie closes it and reopens it on next use.
 */
function closeForUpgrade({ newVersion }: IDBVersionChangeEvent): void {
  if (newVersion === null) return;
  opened?.close();
  isDbOutdated.set(true);
}
