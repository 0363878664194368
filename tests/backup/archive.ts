/** Archives to back up and to restore into, and their comparison. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { backUp } from "#backend/backup/back-up.ts";
import { Backup } from "#backend/backup/backup.ts";
import type { BackupPlace } from "#backend/backup/place.ts";
import { type RestoreOptions, restore } from "#backend/backup/restore.ts";
import { EXCLUDED } from "#backend/backup/tables.ts";
import type { Sql } from "#backend/db/client.ts";
import { copyOut } from "#backend/db/copy-out.ts";
import { MIGRATIONS } from "#backend/supervisor/engines.ts";
import { everything, ingestFolder, writeBundle } from "#tests/bundle/bundle.ts";
import { member, PASSWORD, Visitor } from "#tests/support/accounts.ts";
import { buildPendingDm } from "#tests/support/pending-dms.ts";
import type { TestServer } from "#tests/support/server.ts";

export interface Scratch extends AsyncDisposable {
  path: string;
}

export async function scratch(): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), "roost-backup-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Rows of each table in the text format of COPY, in a fixed order. */
export async function rowsOf(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${EXCLUDED}::text[]) order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables)
    rows[name] = (await copyOut(sql, `copy "${name}" to stdout`, text)).split("\n").sort();
  return rows;
}

/** Imports a row of every kind with files, and has people use the archive. @returns the path of a waiting DM's file */
export async function fill(server: TestServer): Promise<void> {
  await using folder = await scratch();
  const { bundle, files } = everything();
  await writeBundle(folder.path, bundle, files);
  await ingestFolder(server.sql, folder.path, server.data);
  const reader = await member(server, "reader");
  await member(server, "head", "administrator");
  await reader.post("/v1/favorites/post/patreon/1/b");
  await reader.post("/v1/favorites/creator/patreon/1");
  await buildPendingDm(server.sql, server.data, {
    ...{ account: reader.id, hash: "waiting", files: { "a.png": "a file of a waiting DM" } },
  });
  await server.sql`
    insert into service_keys (account, service, key_hash, sealed, sealed_by, save_dms)
    values (${reader.id}, 'patreon', ${Buffer.from("hash")}, ${Buffer.from("sealed")}, 'fingerprint', true)`;
}

/** Backs up a running server. */
export async function backUpServer(server: TestServer, place: BackupPlace, passphrase?: string) {
  const backup = await Backup.openOrCreate(place, passphrase);
  const { sql: _, ...options } = { ...server, databaseUrl: server.config.DATABASE_URL ?? "", backup };
  return await backUp(options);
}

/** @param from an opened backup, or its place */
export async function restoreServer(
  server: TestServer,
  from: Backup | BackupPlace,
  more: Partial<RestoreOptions> & { passphrase?: string } = {},
) {
  const backup = from instanceof Backup ? from : await Backup.open(from, more.passphrase);
  const { config, storage } = server;
  const databaseUrl = config.DATABASE_URL ?? "";
  return await restore({ databaseUrl, migrations: MIGRATIONS, config, storage, backup, ...more });
}

export const logIn = async (server: TestServer, name: string) =>
  (await new Visitor(server).logIn(name, PASSWORD)).status;
