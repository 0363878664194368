/**
 * Finds or starts the two engines. The API and the indexer are independent of this: they read addresses from
 * the environment. The supervisor and the commands (ingest, export, index, sample, bench) use it.
 */
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { migrate } from "#backend/db/migrate.ts";
import { orFullDisk, type Places } from "#backend/full-disk.ts";
import { serverFile } from "#backend/server-files.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { commandName, FolderInUseError, livingHolder, lockFolder, readRuntime } from "./lock.ts";
import { type MeiliSource, startMeili } from "./meili.ts";
import { startPostgres } from "./postgres.ts";

export const MIGRATIONS = serverFile("db/migrations/");

export interface EngineNeeds {
  postgres: boolean;
  /** Optional: `meili` stays undefined if none is available. */
  meili: boolean;
  /** False leaves the database as it is; migrated by default. */
  migrates?: boolean;
}

export interface Engines {
  /** Empty if PostgreSQL was not requested. */
  databaseUrl: string;
  meili?: { url: string; key: string };
}

export interface RunningEngines extends Engines {
  /** Human-readable description: "PostgreSQL 18.4 (bundled)". */
  about: { postgres?: string; meili?: string };
  /** Process id of the search engine, if started here. */
  meiliPid?: () => number | undefined;
  /** Stops the engines started here, search first; external engines are not affected. */
  stop(): Promise<void>;
}

export interface StartOptions {
  log?: (line: string) => void;
  /** Disables syncing to disk; for tests. */
  throwaway?: boolean;
  meiliSource?: MeiliSource;
}

/**
 * Starts the required engines unless DATABASE_URL or MEILI_URL are set. The caller must hold the folder's lock.
 * @throws Error naming the engine that failed to start and the reason
 */
export async function startEngines(
  config: Config,
  needs: EngineNeeds,
  folder: DataFolder,
  options: StartOptions = {},
): Promise<RunningEngines> {
  const log = options.log ?? (() => {});
  const running: RunningEngines = { databaseUrl: config.DATABASE_URL ?? "", about: {}, stop };
  const stops: (() => Promise<void>)[] = [];
  async function stop(): Promise<void> {
    for (const end of stops.splice(0).reverse()) await end();
  }
  const database = async () => {
    if (!needs.postgres) return;
    if (config.DATABASE_URL) {
      running.about.postgres = "PostgreSQL of DATABASE_URL";
      return;
    }
    const started = await startPostgres(folder, { throwaway: options.throwaway, log });
    stops.unshift(started.stop);
    running.databaseUrl = started.url;
    running.about.postgres = `PostgreSQL ${started.version} (bundled)`;
  };
  const search = async () => {
    if (!needs.meili) return;
    if (config.MEILI_URL) {
      running.meili = { url: config.MEILI_URL, key: config.MEILI_KEY ?? "" };
      running.about.meili = "Meilisearch of MEILI_URL";
      return;
    }
    const started = await startMeili(folder, log, options.meiliSource);
    if (started === undefined) return;
    stops.push(started.stop);
    running.meili = { url: started.url, key: started.key };
    running.meiliPid = started.pid;
    running.about.meili = `Meilisearch ${started.version}`;
  };
  const results = await Promise.allSettled([database(), search()]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return running;
}

/**
 * Runs a command with a migrated database (and search, if requested and available): on the engines of the
 * `npm start` running on this data folder, otherwise on engines started for the command.
 * Ctrl-C and SIGTERM stop the engines too and exit with 130 or 143.
 * @throws FolderInUseError if another command uses the data folder; FullDiskError
 */
export async function withEngines<T>(
  config: Config,
  needs: EngineNeeds,
  command: (engines: Engines) => Promise<T>,
): Promise<T> {
  try {
    return await onEngines(config, needs, command);
  } catch (error) {
    throw await orFullDisk(error, placesOf(config));
  }
}

/** Runs a command that needs only the database, as `withEngines`. */
export async function withDatabase<T>(
  config: Config,
  options: { name: string; max?: number; statementTimeout?: number },
  command: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { max: 1, ...options });
    try {
      return await command(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

/** Locations whose disks may run full. */
export function placesOf({ ROOST_DATA, DATABASE_URL }: Config): Places {
  return { folders: [ROOST_DATA, tmpdir()], database: DATABASE_URL === undefined ? ROOST_DATA : undefined };
}

async function onEngines<T>(
  config: Config,
  needs: EngineNeeds,
  command: (engines: Engines) => Promise<T>,
): Promise<T> {
  const given = (!needs.postgres || config.DATABASE_URL) && (!needs.meili || config.MEILI_URL);
  if (given) {
    const engines = { databaseUrl: config.DATABASE_URL ?? "", meili: ofConfig(config) };
    if (needs.postgres && needs.migrates !== false) await migrateDatabase(engines.databaseUrl);
    return command(engines);
  }
  const folder = await openDataFolder(config.ROOST_DATA);
  const attached = await attach(config, folder);
  if (attached) {
    if (needs.postgres && needs.migrates !== false) await migrateDatabase(attached.databaseUrl);
    return command(attached);
  }
  return onOwnEngines(config, needs, folder, command);
}

async function onOwnEngines<T>(
  config: Config,
  needs: EngineNeeds,
  folder: DataFolder,
  command: (engines: Engines) => Promise<T>,
): Promise<T> {
  const lock = await lockFolder(folder, commandName());
  let engines: RunningEngines | undefined;
  const close = async () => {
    await engines?.stop();
    await lock.release();
  };
  const interrupted = (signal: "SIGINT" | "SIGTERM") => {
    void close().finally(() => process.exit(signal === "SIGINT" ? 130 : 143));
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    engines = await startEngines(config, needs, folder, { log: (line) => console.error(line) });
    if (needs.postgres && needs.migrates !== false) await migrateDatabase(engines.databaseUrl);
    return await command(engines);
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    await close();
  }
}

/** Connects to the engines of the supervisor running on this folder; waits for one that is starting. */
async function attach(config: Config, folder: DataFolder): Promise<Engines | undefined> {
  const until = Date.now() + 60_000;
  for (;;) {
    const holder = await livingHolder(folder);
    if (holder === undefined) return undefined;
    const runtime = await readRuntime(folder, holder);
    if (holder.command !== "start" || Date.now() > until) throw new FolderInUseError(holder, runtime);
    if (runtime?.databaseUrl && !runtime.stopping) {
      return {
        databaseUrl: config.DATABASE_URL ?? runtime.databaseUrl,
        meili: ofConfig(config) ?? runtime.meili,
      };
    }
    await sleep(100);
  }
}

const ofConfig = (config: Config) =>
  config.MEILI_URL ? { url: config.MEILI_URL, key: config.MEILI_KEY ?? "" } : undefined;

/** Applies pending migrations and returns their names. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-migrate", statementTimeout: 0 });
  try {
    return await migrate(sql, MIGRATIONS);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
