/** All tables of a database as a dump holds them, in the text format of COPY. `pg_dump` is not part of the engine that tests run on. */
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Sql } from "#backend/db/client.ts";
import { copyOut } from "#backend/db/copy-out.ts";

/** By the table's name. */
export type Backup = ReadonlyMap<string, string>;

const tables = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  ).map(({ name }) => name);

export async function backUp(sql: Sql): Promise<Backup> {
  const backup = new Map<string, string>();
  for (const name of await tables(sql))
    backup.set(name, await copyOut(sql, `copy "${name}" to stdout`, text));
  return backup;
}

/** Into a migrated database, in place of all that is in it. */
export async function restore(sql: Sql, backup: Backup): Promise<void> {
  const names = [...backup.keys()];
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`; // neither triggers nor foreign keys, as pg_restore has none yet
    await tx`truncate ${tx(names)}`;
    for (const [name, rows] of backup)
      if (rows !== "")
        await pipeline(Readable.from([rows]), await tx`copy ${tx(name)} from stdin`.writable());
  });
}
