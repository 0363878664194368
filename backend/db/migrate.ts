/** Numbered, forward-only SQL migrations: each applied once, in one transaction, never edited after. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Sql } from "./client.ts";
import { MIGRATE_LOCK } from "./locks.ts";

/** A migration that was applied is not the one on disk. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Brings the schema up to date and gives the names applied now.
 * @param folder where `NNNN_name.sql` files are
 * @throws MigrationError when an applied file was edited or removed
 */
export async function migrate(sql: Sql, folder: URL | string): Promise<string[]> {
  const base = folder instanceof URL ? fileURLToPath(folder) : folder;
  const names = (await readdir(base)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${base}/${name}`, "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
  return sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`select pg_advisory_xact_lock(${MIGRATE_LOCK})`;
    await tx`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    const applied = new Map(
      (await tx<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`).map(
        (row) => [row.name, row.checksum],
      ),
    );
    for (const [name, checksum] of applied) {
      const file = files.find((candidate) => candidate.name === name);
      if (file === undefined)
        throw new MigrationError(
          `Migration ${name} was applied to this database but is not in this version.`,
        );
      if (file.checksum !== checksum)
        throw new MigrationError(`Migration ${name} was edited after it was applied.`);
    }
    const pending = files.filter((file) => !applied.has(file.name));
    for (const file of pending) {
      await tx.unsafe(file.text);
      await tx`insert into schema_migrations (name, checksum) values (${file.name}, ${file.checksum})`;
    }
    return pending.map((file) => file.name);
  });
}
