/**
 * The device's database, and the only place that names its tables. A published version is never edited: somebody still
 * has it. A change is a new version below the last, with its upgrade in a function of its own.
 */
import Dexie, { type EntityTable, type Table } from "dexie";
import { DEVICE_DB, type StoredFile, type StoredPart } from "#shared/rules/offline-db.ts";
import { noteChange } from "./events.ts";
import { noteOutdated } from "./outdated.ts";
import type {
  AnswerRow,
  ChangeRow,
  CommentsRow,
  CreatorRow,
  DmRow,
  GoneRow,
  ListRow,
  LookupRow,
  OwnedRow,
  PostRow,
  QueuedAction,
  RevisionRow,
  SavedRow,
  SegmentRow,
  StateRow,
} from "./records.ts";

export class DeviceDb extends Dexie {
  declare posts: EntityTable<PostRow, "key">;
  declare revisions: EntityTable<RevisionRow, "key">;
  declare comments: EntityTable<CommentsRow, "key">;
  declare creators: EntityTable<CreatorRow, "key">;
  declare dms: EntityTable<DmRow, "key">;
  declare lists: EntityTable<ListRow, "key">;
  declare answers: EntityTable<AnswerRow, "key">;
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

  constructor(name = DEVICE_DB) {
    super(name);
    this.version(1).stores({
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
    });
    this.version(2).stores({
      owned: "&hash, at",
      lookups: "&hash, at",
    });
  }
}

let opened: DeviceDb | undefined;

/** One connection a page; opened at the first question. */
export function deviceDb(): DeviceDb {
  if (opened === undefined) {
    opened = new DeviceDb();
    opened.on("versionchange", letGo);
    opened.changes.hook("creating", () => noteChange());
  }
  return opened;
}

/**
 * Another tab opens a newer version, which waits for all connections to this one: it closes for good and the page says
 * so (wishes A13). Where the database is deleted instead, Dexie closes it and opens it again when it is wanted.
 */
function letGo({ newVersion }: IDBVersionChangeEvent): void {
  if (newVersion === null) return;
  opened?.close();
  noteOutdated();
}
