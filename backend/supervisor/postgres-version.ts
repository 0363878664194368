/** PostgreSQL opens data of its own major version only. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedError } from "#backend/expected-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { findBundledPostgres } from "./postgres-binaries.ts";

/** The data folder was made by another major version of PostgreSQL. */
export class PostgresVersionError extends ExpectedError {
  override name = "PostgresVersionError";
  constructor(
    readonly text: string,
    readonly advice: string,
  ) {
    super(`${text}\n${advice}`);
  }
}

/** @throws PostgresVersionError with what to do; nothing is changed */
export async function checkPostgresVersion(
  { postgres, root }: DataFolder,
  { version } = findBundledPostgres(),
): Promise<void> {
  const path = join(postgres, "PG_VERSION");
  const found = await readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
  const major = version.split(".")[0] ?? "";
  if (found === undefined || found === major) return;
  throw new PostgresVersionError(
    `The database in ${postgres} was made by PostgreSQL ${found}, and this Roost brings PostgreSQL ${major}, which cannot open it. Nothing was changed.`,
    `To keep everything, accounts included:
  1. Start the Roost that you had before. The address of its database is "databaseUrl" in ${join(root, "runtime.json")}.
  2. pg_dump --format=custom --no-owner --file=roost.dump <address>   (of PostgreSQL ${found} or newer)
  3. Stop it. mv ${postgres} ${postgres}-${found}
  4. Start this Roost with ROOST_SAMPLE=0, which makes an empty database with an address of its own.
  5. pg_restore --clean --if-exists --no-owner --dbname=<address> roost.dump, and start it again.
Without accounts: roost export <folder> with the Roost that you had before, and roost ingest <folder> with this one.`,
  );
}
