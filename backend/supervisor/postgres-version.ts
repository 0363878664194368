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
  { postgres }: DataFolder,
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
  1. roost backup <folder>, with the Roost that you had before
  2. mv ${postgres} ${postgres}-${found}
  3. roost restore <folder>, with this Roost; then start it`,
  );
}
