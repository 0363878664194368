/** Applies numbered, forward-only SQL migrations, each once (docs/decisions/0024-migrations.md). */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ReservedSql } from "postgres";
import { ExpectedError } from "../expected-error.ts";
import type { Sql } from "./client.ts";
import { MIGRATE_LOCK } from "./locks.ts";
import { endSession } from "./session.ts";

/**
 * First line of a file with one statement that cannot run in a transaction: `create index concurrently if not exists
 * …`.
 */
const NO_TRANSACTION = "-- no-transaction\n";
const LOCK_POLL_MS = 100;

/** An applied migration is missing or differs from the file on disk. */
export class MigrationError extends ExpectedError {
  override name = "MigrationError";
}

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/**
 * Applies pending migrations, each in its own transaction, so that a failure keeps the earlier ones. One process
 * migrates at a time; others wait.
 * @param folder contains files `NNNN_name.sql`
 * @param last name of the last one to apply; undefined for all
 * @returns names of the files applied by this call
 * @throws MigrationError if an applied file was edited or removed
 */
export async function migrate(sql: Sql, folder: URL | string, last?: string): Promise<string[]> {
  const migrations = await readMigrationFiles(folder);
  const session = await sql.reserve();
  try {
    await session`set statement_timeout = 0`;
    await lock(session);
    const pending = (await findPending(session, migrations)).filter(
      ({ name }) => last === undefined || name <= last,
    );
    for (const migration of pending) await apply(session, migration);
    return pending.map(({ name }) => name);
  } finally {
    // These fail only on a lost connection, which also releases the lock.
    await session`select pg_advisory_unlock(${MIGRATE_LOCK})`.catch(() => {});
    await session`reset statement_timeout`.catch(() => {});
    await endSession(session);
  }
}

/** All migrations of a folder, in order. */
export async function readMigrationFiles(folder: URL | string): Promise<Migration[]> {
  const base = folder instanceof URL ? fileURLToPath(folder) : folder;
  const names = (await readdir(base)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${base}/${name}`, "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/**
 * Locks for the session, because some files run outside a transaction. Polls, because a waiting statement would hold a
 * snapshot, and `create index concurrently` waits for all older snapshots: a deadlock.
 */
async function lock(session: ReservedSql): Promise<void> {
  for (;;) {
    const [row] = await session`select pg_try_advisory_lock(${MIGRATE_LOCK}) as locked`;
    if (row?.["locked"]) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function findPending(session: ReservedSql, migrations: Migration[]): Promise<Migration[]> {
  await session`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  const rows = await session<
    { name: string; checksum: string }[]
  >`select name, checksum from schema_migrations`;
  for (const { name, checksum } of rows) {
    const migration = migrations.find((candidate) => candidate.name === name);
    if (migration === undefined)
      throw new MigrationError(`Migration ${name} was applied to this database but is not in this version.`);
    if (migration.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was edited after it was applied.`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(session: ReservedSql, migration: Migration): Promise<void> {
  if (migration.text.startsWith(NO_TRANSACTION)) {
    await dropInvalidIndexes(session);
    await session.unsafe(migration.text);
    await record(session, migration);
    return;
  }
  // Not `transaction()`, which would use another connection of the pool; this one holds the lock.
  await session`begin`;
  try {
    await session.unsafe(migration.text);
    await record(session, migration);
    await session`commit`;
  } catch (error) {
    await session`rollback`.catch(() => {});
    throw error;
  }
}

/** Drops invalid indexes left by an interrupted `create index concurrently`: no query uses them. */
async function dropInvalidIndexes(session: ReservedSql): Promise<void> {
  const indexes = await session<{ name: string }[]>`
    select format('%I', c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace
      and i.indexrelid not in (select index_relid from pg_stat_progress_create_index)`;
  for (const { name } of indexes) await session.unsafe(`drop index concurrently if exists ${name}`);
}

async function record(session: ReservedSql, { name, checksum }: Migration): Promise<void> {
  await session`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
}
