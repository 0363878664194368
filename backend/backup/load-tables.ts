/** Loads the tables of a snapshot, with the rights of the tables' owner: no superuser is needed. */
import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CHANNEL } from "#backend/db/changes.ts";
import type { Tx } from "#backend/db/client.ts";
import { TOPICS } from "#shared/contracts/topics.ts";
import type { Backup } from "./backup.ts";
import type { Manifest, TablePart } from "./format.ts";
import { BackupError } from "./place.ts";
import { lineCounter } from "./snapshot.ts";
import { columnList, EXCLUDED, readTables } from "./tables.ts";

/**
 * Replaces all rows by those of the snapshot. Foreign keys are dropped meanwhile and added at the end, which checks
 * them all; triggers are off, because what they would write is in the snapshot.
 * @throws BackupError if a part is damaged; the transaction must then be rolled back
 */
export async function loadTables(
  tx: Tx,
  backup: Backup,
  { tables, sequences }: Manifest,
  onTable?: (table: string, rows: number) => void,
): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => name);
  const unknown = tables.filter(({ table }) => !names.includes(table));
  if (unknown.length > 0) throw new BackupError(`The backup has an unknown table: ${unknown[0]?.table}.`);
  const keys = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;
  for (const name of names) await tx.unsafe(`alter table "${name}" disable trigger user`);
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  const excluded = EXCLUDED.filter((name) => name !== "schema_migrations");
  await tx.unsafe(`truncate ${columnList([...names, ...excluded])}`);
  for (const part of tables) {
    if (part.rows > 0) await loadTable(tx, backup, part); // each takes 40 ms at least
    onTable?.(part.table, part.rows);
  }
  for (const { table, name, definition } of keys)
    await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of names) await tx.unsafe(`alter table "${name}" enable trigger user`);
  for (const { table, column, last } of sequences)
    await tx`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`;
  // Caches of running APIs.
  await tx`select pg_notify(${CHANNEL}, topic) from unnest(${[...TOPICS]}::text[]) topic`;
}

async function loadTable(
  tx: Tx,
  backup: Backup,
  { table, columns, rows, name, sha256 }: TablePart,
): Promise<void> {
  const hash = createHash("sha256");
  const stored = (await backup.place.read(name)).pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
  );
  const counter = lineCounter();
  const target = await tx.unsafe(`copy "${table}" (${columnList(columns)}) from stdin`).writable();
  try {
    await pipeline(await backup.decrypted(stored), createGunzip(), counter, target);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${name} cannot be loaded: ${reason}. Run: roost backup --verify`);
  }
  if (hash.digest("hex") !== sha256 || counter.lines !== rows)
    throw new BackupError(`${name} is damaged: it is not what the manifest describes.`);
}
