/** Maps each entity of a bundle to the database: keys, references, revisions. */
import { PostContent } from "#shared/entities/post.ts";
import { isDateField } from "#shared/rules/dates.ts";
import { type Entity, RECORDS } from "./records.ts";

/** A required row: `columns` of the record match `keys` of the table. */
export interface Reference {
  columns: readonly string[];
  table: string;
  keys: readonly string[];
  /** Name in reports. */
  what: string;
}

export interface Revisions {
  table: string;
  /** Columns of the revision table that hold the row's key, in the order of the key. */
  key: readonly string[];
  /** Columns whose change creates a revision. */
  watch: readonly string[];
  /** Maps columns of the revision table to SQL on the replaced row `t`. */
  from: Readonly<Record<string, string>>;
  /** Columns of the revision table that identify a duplicate revision. */
  same: readonly string[];
}

export interface Table {
  key: readonly string[];
  /** A generated id; a given value is kept if no other row has it. */
  identity?: string;
  /** Rows with an identity key never change; these columns identify duplicates. */
  same?: readonly string[];
  /** Rows created by ingest are marked, and replaced by those of the original archive. */
  local?: boolean;
  references: readonly Reference[];
  /** HTML, sanitized on import. */
  html?: string;
  /** SQL of a column if the row exists (`t` is the old row, `excluded` the new one); unlisted columns take the new value. */
  merge?: Readonly<Record<string, string>>;
  revisions?: Revisions;
  /** A count stored in a separate table with copies of columns; a record without it keeps the current count. */
  count?: { column: string; table: string; copies: readonly string[] };
  /** Has the column `evidence`, in which imports of downloads keep what sources state where they differ. */
  evidence?: true;
  /** Export order, for rows that may refer to one with a greater key. */
  order?: string;
}

const creator = (columns: readonly string[]): Reference => ({
  columns,
  table: "creators",
  keys: ["service", "id"],
  what: "creator",
});
const file = (column: string): Reference => ({
  columns: [column],
  table: "files",
  keys: ["hash"],
  what: "file",
});

/** Columns whose change creates a revision of the post. */
const POST_CONTENT = ["user", ...Object.keys(PostContent.shape).filter((column) => column !== "added")];
const POST_COLUMNS = ["service", "id", "added", ...POST_CONTENT];
const COMMENT_REVISION = ["service", "post", "comment", "content"];
const MESSAGE_REVISION = ["message", "content", "edited"];

// Decisions of this archive are kept if the bundle lacks them.
const KEEP_HIDDEN = { hidden: "(t.hidden or excluded.hidden)" };

export const TABLES: Readonly<Record<Entity, Table>> = {
  files: { key: ["hash"], identity: "id", references: [] },
  archive_listings: { key: ["hash"], references: [file("hash")] },
  creators: {
    key: ["service", "id"],
    evidence: true,
    references: [],
    merge: KEEP_HIDDEN,
    count: { column: "favorited", table: "creator_counts", copies: [] },
  },
  posts: {
    key: ["service", "id"],
    evidence: true,
    references: [creator(["service", "user"])],
    html: "content",
    merge: { added: "coalesce(excluded.added, t.added)", ...KEEP_HIDDEN },
    count: { column: "fav_count", table: "post_counts", copies: ["user", "listed_at", "hidden"] },
    revisions: {
      table: "post_revisions",
      key: ["service", "id"],
      watch: POST_CONTENT,
      from: Object.fromEntries(POST_COLUMNS.map((column) => [column, `t."${column}"`])),
      same: ["service", "id", ...POST_CONTENT],
    },
  },
  post_revisions: {
    key: ["revision_id"],
    identity: "revision_id",
    same: POST_COLUMNS,
    local: true,
    references: [{ columns: ["service", "id"], table: "posts", keys: ["service", "id"], what: "post" }],
    html: "content",
  },
  comments: {
    key: ["service", "post", "id"],
    evidence: true,
    merge: KEEP_HIDDEN,
    references: [{ columns: ["service", "post"], table: "posts", keys: ["service", "id"], what: "post" }],
    html: "content",
    revisions: {
      table: "comment_revisions",
      key: ["service", "post", "comment"],
      watch: ["content"],
      from: { service: "t.service", post: "t.post", comment: "t.id", content: "t.content", added: "now()" },
      same: COMMENT_REVISION,
    },
  },
  comment_revisions: {
    key: ["id"],
    identity: "id",
    same: COMMENT_REVISION,
    local: true,
    references: [
      {
        columns: ["service", "post", "comment"],
        table: "comments",
        keys: ["service", "post", "id"],
        what: "comment",
      },
    ],
    html: "content",
  },
  announcements: {
    key: ["service", "user_id", "hash"],
    references: [creator(["service", "user_id"])],
    html: "content",
  },
  fancards: {
    key: ["service", "user_id", "hash"],
    identity: "id",
    order: "id",
    references: [creator(["service", "user_id"]), file("hash")],
  },
  dms: {
    key: ["hash"],
    evidence: true,
    references: [creator(["service", "user"])],
    html: "content",
    merge: KEEP_HIDDEN,
  },
  shares: {
    key: ["id"],
    references: [creator(["service", "user"])],
    html: "description",
    merge: KEEP_HIDDEN,
  },
  share_files: {
    key: ["share", "position"],
    references: [{ columns: ["share"], table: "shares", keys: ["id"], what: "share" }, file("hash")],
  },
  discord_channels: { key: ["id"], references: [creator(["service", "server_id"])] },
  discord_messages: {
    key: ["id"],
    evidence: true,
    references: [{ columns: ["channel"], table: "discord_channels", keys: ["id"], what: "channel" }],
    revisions: {
      table: "discord_message_revisions",
      key: ["message"],
      watch: ["content"],
      from: { message: "t.id", content: "t.content", edited: "coalesce(t.edited, t.published)" },
      same: MESSAGE_REVISION,
    },
  },
  discord_message_revisions: {
    key: ["id"],
    identity: "id",
    same: MESSAGE_REVISION,
    local: true,
    references: [{ columns: ["message"], table: "discord_messages", keys: ["id"], what: "message" }],
  },
  community_channels: { key: ["channel_id"], references: [creator(["service", "creator_id"])] },
  community_messages: {
    key: ["message_id"],
    references: [
      { columns: ["channel_id"], table: "community_channels", keys: ["channel_id"], what: "channel" },
    ],
    order: `(parent_id is not null), created_at, message_id`,
  },
  html_sources: { key: ["hash"], references: [] },
};

/** Columns of an entity's own table in the order of its record. */
export function columnsOf(entity: Entity): string[] {
  return Object.keys(RECORDS[entity].shape).filter((column) => column !== TABLES[entity].count?.column);
}

const IDENTIFIERS = new Map<string, ReadonlySet<string>>(
  Object.entries(TABLES).map(([entity, { key, references }]) => [
    entity,
    new Set([...key, ...references.flatMap(({ columns }) => columns)]),
  ]),
);

/** Columns stored unchanged: an identifier with a control character is rejected, not cleaned. */
export function identifiersOf(entity: Entity): ReadonlySet<string> {
  return IDENTIFIERS.get(entity) ?? new Set();
}

/** Names of date columns, of all entities. */
export const DATES: ReadonlySet<string> = new Set(
  Object.values(RECORDS).flatMap(({ shape }) =>
    Object.entries(shape)
      .filter(([, type]) => isDateField(type))
      .map(([column]) => column),
  ),
);
