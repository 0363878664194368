/** A primary with a streaming replica, both of the bundled PostgreSQL, in folders that go with them. */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { type DataFolder, openDataFolder } from "#backend/supervisor/data-folder.ts";
import { migrateDatabase } from "#backend/supervisor/engines.ts";
import { type RunningPostgres, startPostgres } from "#backend/supervisor/postgres.ts";

export interface Engine {
  url: string;
  sql: Sql;
  /** Process id of the postmaster; it restarts by itself when it dies. */
  pid(): number | undefined;
}

export interface Replicated extends AsyncDisposable {
  primary: Engine;
  replica: Engine;
}

export async function startReplicated(): Promise<Replicated> {
  const folders = await Promise.all([temporary(), temporary()]);
  const [first, second] = folders;
  const started: RunningPostgres[] = [];
  const engine = async (folder: DataFolder): Promise<Engine> => {
    const postgres = await startPostgres(folder);
    started.unshift(postgres);
    return { url: postgres.url, sql: openDatabase(postgres.url, { max: 4 }), pid: postgres.pid };
  };
  const primary = await engine(first);
  await migrateDatabase(primary.url);
  await copyDatabase(primary.url, first, second);
  const replica = await engine(second);
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      for (const { sql } of [primary, replica]) await sql.end({ timeout: 1 });
      for (const { stop } of started) await stop();
      for (const { root } of folders) await rm(root, { recursive: true, force: true });
    },
  };
}

const temporary = async () => openDataFolder(await mkdtemp(join(tmpdir(), "roost-replicated-")));

/** Makes a base backup: copies the files of a running server, with the label of the position to replay from. */
async function copyDatabase(url: string, from: DataFolder, to: DataFolder): Promise<void> {
  const sql = openDatabase(url, { max: 1 });
  try {
    await sql`select pg_backup_start('replica', true)`;
    await cp(from.postgres, to.postgres, {
      recursive: true,
      filter: (path) => !["postmaster.pid", "postmaster.opts"].includes(basename(path)),
    });
    const [label] = await sql<[{ labelfile: string }]>`select labelfile from pg_backup_stop(false)`;
    await writeFile(join(to.postgres, "backup_label"), label.labelfile);
  } finally {
    await sql.end({ timeout: 1 });
  }
  await cp(join(from.engines, "secrets.json"), join(to.engines, "secrets.json"));
  const { hostname, port, username, password } = new URL(url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await writeFile(join(to.postgres, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  await writeFile(join(to.postgres, "standby.signal"), "");
}
