/** Checks that a database is empty, and gives it the schema of a backup. */
import type { Sql } from "#backend/db/client.ts";
import { migrate, readMigrationFiles } from "#backend/db/migrate.ts";
import type { Manifest } from "./format.ts";
import { BackupError } from "./place.ts";
import { type Migration, readMigrations } from "./tables.ts";

/**
 * A database without tables gets the schema that the backup was made with; what is newer is migrated once its rows are
 * loaded.
 * @throws BackupError with what to do
 */
export async function prepareDatabase(sql: Sql, folder: string, { id, migrations }: Manifest): Promise<void> {
  const files = await readMigrationFiles(folder);
  for (const { name, checksum } of migrations) {
    const file = files.find((one) => one.name === name);
    if (file === undefined)
      throw new BackupError(
        `Backup ${id} was made with a newer version of Roost (${name}). Install that one.`,
      );
    if (file.checksum !== checksum)
      throw new BackupError(
        `Backup ${id} was made with another ${name}. Install the version it was made with.`,
      );
  }
  const applied = await readMigrations(sql);
  if (applied === undefined || applied.length === 0) {
    await migrate(sql, folder, migrations.at(-1)?.name);
    return;
  }
  await refuseContent(sql);
  if (!isEqual(applied, migrations))
    throw new BackupError(
      `The database has the schema of ${applied.at(-1)?.name}, backup ${id} that of ${migrations.at(-1)?.name}. Restore into a new data folder, or a new database.`,
    );
}

const isEqual = (one: readonly Migration[], other: readonly Migration[]) =>
  JSON.stringify(one.map(({ name, checksum }) => [name, checksum])) ===
  JSON.stringify(other.map(({ name, checksum }) => [name, checksum]));

/** Every other row belongs to one of these tables, or is made by the first start. */
async function refuseContent(sql: Sql): Promise<void> {
  const [row] = await sql<[{ creators: number; accounts: number; files: number; removals: number }]>`
    select (select count(*) from creators) as creators, (select count(*) from accounts) as accounts,
      (select count(*) from files) as files, (select count(*) from takedowns) as removals`;
  const found = Object.entries(row).filter(([, count]) => count > 0);
  if (found.length === 0) return;
  const text = found.map(([name, count]) => `${count} ${name}`).join(", ");
  throw new BackupError(
    `This archive is not empty (${text}). Restore into a new data folder (ROOST_DATA) and, with DATABASE_URL, a new database.`,
  );
}
