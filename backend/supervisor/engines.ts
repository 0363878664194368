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
import { USER_AGENT } from "#backend/version.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { commandName, FolderInUseError, livingHolder, lockFolder, readRuntime } from "./lock.ts";
import { type RunningMeili, SearchError, type SearchProblem, startMeili, superviseMeili } from "./meili.ts";
import { howToInstall, type MeiliSource, noMeili } from "./meili-program.ts";
import { startPostgres } from "./postgres.ts";
import { checkPostgresVersion } from "./postgres-version.ts";
import { canListen } from "./processes.ts";

export { PostgresVersionError } from "./postgres-version.ts";

export const MIGRATIONS = serverFile("db/migrations/");

const HEALTH_TIMEOUT_MS = 2_000;
const STARTING: SearchProblem = {
  kind: "starting",
  text: "Meilisearch is starting",
  advice: "Wait a moment.",
};

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
  /** Why the search engine does not answer, or that there is none. */
  searchProblem?: SearchProblem | undefined;
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
  /**
   * Called when the search engine begins or ceases to answer. With it the engine is not waited for, and is restarted also
   * if it never answered.
   */
  onSearchChange?(): void;
}

/**
 * Starts the required engines unless DATABASE_URL or MEILI_URL are set. Without a search engine `searchProblem` says why.
 * The caller must hold the folder's lock.
 * @throws Error with the reason if PostgreSQL did not start
 */
export async function startEngines(
  config: Config,
  needs: EngineNeeds,
  folder: DataFolder,
  options: StartOptions = {},
): Promise<RunningEngines> {
  const log = options.log ?? (() => {});
  if (needs.postgres && !config.DATABASE_URL) await checkPostgresVersion(folder);
  const running: RunningEngines = {
    databaseUrl: config.DATABASE_URL ?? "",
    about: {},
    stop,
  };
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
      if (!(await isHealthy(config.MEILI_URL)))
        running.searchProblem = {
          kind: "failing",
          text: "the server of MEILI_URL does not answer",
          advice: "Is it running? It is used as soon as it answers.",
        };
      return;
    }
    const started = await startSearch().catch((error: unknown) => {
      if (!(error instanceof SearchError)) throw error;
      running.searchProblem = error.problem;
    });
    if (started === undefined) {
      running.searchProblem ??= { kind: "none", text: noMeili(), advice: howToInstall() };
      return;
    }
    stops.push(started.stop);
    running.meili = { url: started.url, key: started.key };
    running.meiliPid = started.pid;
    running.about.meili = started.name;
  };
  const startSearch = (): Promise<RunningMeili | undefined> => {
    const source = { bin: config.MEILI_BIN, ...options.meiliSource };
    if (options.onSearchChange === undefined) return startMeili(folder, log, source);
    running.searchProblem = STARTING;
    const onProblem = (problem: SearchProblem | undefined) => {
      running.searchProblem = problem;
      options.onSearchChange?.();
    };
    return superviseMeili(folder, { log, onProblem, ...source });
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
 * `roost start` running on this data folder, otherwise on engines started for the command.
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
        searchProblem: ofConfig(config) === undefined ? runtime.searchProblem : undefined,
      };
    }
    await sleep(100);
  }
}

const ofConfig = (config: Config) =>
  config.MEILI_URL ? { url: config.MEILI_URL, key: config.MEILI_KEY ?? "" } : undefined;

/** True if another program than the archive of this data folder listens on PORT. */
export async function isPortTaken({ HOST, PORT, ROOST_DATA }: Config): Promise<boolean> {
  if (PORT === 0 || (await canListen(HOST, PORT))) return false;
  const folder = await openDataFolder(ROOST_DATA);
  return (await livingHolder(folder))?.command !== "start";
}

/** Applies pending migrations and returns their names. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-migrate", statementTimeout: 0 });
  try {
    return await migrate(sql, MIGRATIONS);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url.replace(/\/$/, "")}/health`, {
    headers: { "user-agent": USER_AGENT },
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}
