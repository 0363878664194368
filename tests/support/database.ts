/** A database of its own for each test file, cloned from a migrated template of the server the runner started. */
import { randomBytes } from "node:crypto";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { migrate } from "#backend/db/migrate.ts";

const MIGRATIONS = new URL("../../backend/db/migrations/", import.meta.url);
const TEMPLATE_LOCK = 7_266_784;

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
  const template = await ensureTemplate(admin);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`; // cloning wants the template unused
  await admin.unsafe(`create database ${name} template ${template}`);
  await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  const url = withDatabase(name);
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

async function ensureTemplate(admin: Sql): Promise<string> {
  const { readdir, readFile } = await import("node:fs/promises");
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256");
  for (const file of (await readdir(MIGRATIONS)).sort())
    hash.update(await readFile(new URL(file, MIGRATIONS)));
  const template = `template_${hash.digest("hex").slice(0, 12)}`;
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const [found] = await admin`select 1 from pg_database where datname = ${template}`;
    if (found === undefined) {
      const building = `building_${template}`;
      await admin.unsafe(`drop database if exists ${building} with (force)`);
      await admin.unsafe(`create database ${building}`);
      const sql = openDatabase(withDatabase(building), { max: 1 });
      await migrate(sql, MIGRATIONS);
      await sql.end({ timeout: 2 });
      await admin.unsafe(`alter database ${building} rename to ${template}`);
    }
  } finally {
    await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
  return template;
}

function withDatabase(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}
