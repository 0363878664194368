/**
 * The two engines, found or started. The API and the indexer know nothing of this: they take addresses from
 * the environment. The supervisor and the commands (ingest, export, index, sample, bench) come here first.
 */
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { migrate } from "#backend/db/migrate.ts";
import { orFullDisk, type Places } from "#backend/full-disk.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { commandName, FolderInUseError, livingHolder, lockFolder, readRuntime } from "./lock.ts";
import { type MeiliSource, startMeili } from "./meili.ts";
import { startPostgres } from "./postgres.ts";

export const MIGRATIONS = fileURLToPath(new URL("../db/migrations/", import.meta.url));

export interface EngineNeeds {
  postgres: boolean;
  /** Wanted, not required: `meili` is undefined where there is none. */
  meili: boolean;
}

export interface Engines {
  /** Empty when PostgreSQL was not asked for. */
  databaseUrl: string;
  meili?: { url: string; key: string };
}

export interface RunningEngines extends Engines {
  /** Version and origin of each engine, for people: "PostgreSQL 18.4 (bundled)". */
  about: { postgres?: string; meili?: string };
  /** Process of the search engine that was started here. */
  meiliPid?: () => number | undefined;
  /** Stops what was started here, search first; engines of others are left alone. */
  stop(): Promise<void>;
}

export interface StartOptions {
  log?: (line: string) => void;
  /** For tests: no syncing to disk. */
  throwaway?: boolean;
  meiliSource?: MeiliSource;
}

/**
 * Starts the engines that are needed and not given by DATABASE_URL or MEILI_URL. The folder's lock must be held.
 * @throws Error saying which engine could not be started and why
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
 * Runs a command with a migrated database (and search, if asked for and to be had): on the engines of the
 * `npm start` that runs on this data folder, else on engines started for the command and stopped after it.
 * Ctrl-C and SIGTERM stop the engines too and exit with 130 or 143.
 * @throws FolderInUseError when another command holds the data folder; FullDiskError
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

/** The disks that may run full while the engines run. */
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
    if (needs.postgres) await migrateDatabase(engines.databaseUrl);
    return command(engines);
  }
  const folder = await openDataFolder(config.ROOST_DATA);
  const attached = await attach(config, folder);
  if (attached) {
    if (needs.postgres) await migrateDatabase(attached.databaseUrl);
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
    if (needs.postgres) await migrateDatabase(engines.databaseUrl);
    return await command(engines);
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    await close();
  }
}

/** The engines of the supervisor that runs on this folder; waits for one that is just starting. */
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

/** Applies pending migrations and gives their names. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-migrate", statementTimeout: 0 });
  try {
    return await migrate(sql, MIGRATIONS);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
