/** A database of its own for each test file: a copy of the migrated one that the test run has made on its server. */
import { randomBytes } from "node:crypto";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { migrate } from "#backend/db/migrate.ts";

const MIGRATIONS = new URL("../../backend/db/migrations/", import.meta.url);
const TEMPLATE = "test_template";

export function serverUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url)
    throw new Error("TEST_DATABASE_URL is unset: run the tests with npm test, which starts a PostgreSQL.");
  return url;
}

export interface TestDatabase extends AsyncDisposable {
  url: string;
  sql: Sql;
}

/** Creates a migrated database with nothing in it; dropped on disposal. */
export async function createDatabase(): Promise<TestDatabase> {
  const admin = openDatabase(serverUrl(), { max: 1 });
  const name = `test_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = withDatabase(serverUrl(), name);
  const sql = openDatabase(url, { max: 4 });
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end({ timeout: 2 });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end({ timeout: 2 });
    },
  };
}

/** Migrates the database that all others are copied from, once in a test run. */
export async function createTemplate(server: string): Promise<void> {
  const admin = openDatabase(server, { max: 1 });
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end({ timeout: 2 });
  const sql = openDatabase(withDatabase(server, TEMPLATE), { max: 1 });
  await migrate(sql, MIGRATIONS);
  await sql.end({ timeout: 2 });
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
