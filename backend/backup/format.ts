/** Layout of a backup (docs/backup.md). */
import { z } from "zod";

export const FORMAT_VERSION = 1;
/** Describes the place; written once. */
export const MARKER = "roost-backup.json";
export const SNAPSHOTS = "snapshots/";
export const FILES = "files/";
export const REMOVALS = "removals/";
export const IMPORTER_KEYS = "importer-keys/";
export const manifestOf = (id: string) => `${SNAPSHOTS}${id}/manifest.json`;

const KeyPair = z.object({ recipient: z.string(), identity: z.string() });
export const Marker = z.object({ format: z.literal(FORMAT_VERSION), encryption: z.nullable(KeyPair) });
export type Marker = z.infer<typeof Marker>;

/** A file of the snapshot with the size and SHA-256 of its stored bytes. */
const Part = z.object({ name: z.string(), size: z.int(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

const TablePart = Part.extend({ table: z.string(), columns: z.array(z.string()), rows: z.int() });
export type TablePart = z.infer<typeof TablePart>;

/** A file of ROOST_DATA that is not in the file store yet: an upload, a received folder, a file of a waiting DM. */
export const DataFile = z.object({ path: z.string(), hash: z.string(), size: z.int(), modified: z.number() });
export type DataFile = z.infer<typeof DataFile>;

export const Manifest = z.object({
  format: z.literal(FORMAT_VERSION),
  id: z.string(),
  /** Time of the database's snapshot. */
  taken_at: z.string(),
  roost: z.string(),
  postgres: z.string(),
  /** Applied migrations in order: the schema's version. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(TablePart),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
  /** List of stored files, one JSON object per line. */
  files: Part.extend({ count: z.int() }),
  data_files: Part.extend({ count: z.int() }),
  settings: Part,
  importer_key: z.nullable(z.object({ fingerprint: z.string(), name: z.string() })),
  /** Files that were missing or damaged in the archive, and are not in the backup. */
  problems: z.array(z.object({ path: z.string(), fault: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Record of a stored file in the database. */
export const FileRecord = z.object({ hash: z.string(), ext: z.string(), size: z.int() });
export type FileRecord = z.infer<typeof FileRecord>;

/** A line of the list of stored files. */
export const StoredFile = FileRecord.extend({
  /** Milliseconds since 1970. */
  modified: z.number(),
});
export type StoredFile = z.infer<typeof StoredFile>;
