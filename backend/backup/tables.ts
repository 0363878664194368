/** Tables, columns and sequences of the database, read from its catalog. */
import type { Db } from "#backend/db/client.ts";

/**
 * Not in a backup: sessions and access tokens end with the archive, so that a revoked one does not come back; the index
 * is rebuilt, and the manifest has the migrations.
 */
export const EXCLUDED: readonly string[] = [
  "account_sessions",
  "forgotten_devices",
  "access_tokens",
  "push_subscriptions", // belong to sessions
  "passkey_challenges",
  "login_flows",
  "logout_tokens",
  "setup_token",
  "rate_limits",
  "importers", // running processes
  "index_outbox",
  "index_quarantine",
  "index_builds",
  "schema_migrations",
];

export interface Table {
  name: string;
  /** Without generated ones, which COPY does not accept. */
  columns: string[];
}

export async function readTables(db: Db): Promise<Table[]> {
  return await db<Table[]>`
    select t.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and t.relname <> all(${EXCLUDED}::text[])
    group by t.relname order by t.relname collate "C"`;
}

export interface Sequence {
  table: string;
  column: string;
  /** Last number given, also to rows deleted since. */
  last: number;
}

/** Sequences of identity columns that have given a number. */
export async function readSequences(db: Db): Promise<Sequence[]> {
  return await db<Sequence[]>`
    select t.relname as table, a.attname as column, s.last_value as last
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attidentity <> '' and not a.attisdropped
      join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(t.oid::regclass::text, a.attname)
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and s.last_value is not null
      and t.relname <> all(${EXCLUDED}::text[])
    order by t.relname collate "C", a.attname`;
}

export interface Migration {
  name: string;
  checksum: string;
}

/** Applied migrations in order; undefined for a database without any. */
export async function readMigrations(db: Db): Promise<Migration[] | undefined> {
  const [{ exists }] = await db<
    [{ exists: boolean }]
  >`select to_regclass('schema_migrations') is not null as exists`;
  return exists
    ? await db<Migration[]>`select name, checksum from schema_migrations order by name`
    : undefined;
}

/** List of columns in a statement. */
export const columnList = (columns: readonly string[]) =>
  columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
