/** Starts and stops everything for `roost start` and `npm run dev`, in order. */
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { createSetupToken } from "#backend/db/setup-token.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { orFullDisk } from "#backend/full-disk.ts";
import { IS_BUILT } from "#backend/server-files.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { migrateDatabase, placesOf, type RunningEngines, startEngines } from "./engines.ts";
import { lockFolder } from "./lock.ts";
import type { MeiliSource } from "./meili-program.ts";
import { deleteOldIndexData } from "./old-index-data.ts";
import { canListen, freePort } from "./processes.ts";
import { origin, startApi, startIndexer, startWorker } from "./programs.ts";

/** Maximum wait for the search index at start; it keeps catching up afterwards. */
const INDEX_TIMEOUT_MS = 60_000;
/** The command line as a reader of its output calls it: `npm start` runs in a checkout. */
const ROOST = IS_BUILT ? "roost" : "npx roost";

export class PortTakenError extends ExpectedError {
  override name = "PortTakenError";
}

export interface StartedArchive {
  address: string;
  databaseUrl: string;
  /** Lines to print: address, content, how to stop. */
  summary: string[];
  /** Stops everything in order; safe to call twice. */
  stop(): Promise<void>;
}

export interface StartArchiveOptions {
  log(line: string): void;
  /** Serves the sources and reloads on changes. */
  watch?: boolean;
  throwaway?: boolean;
  /** Builds if the sources have changed; undefined if there are none. */
  build?: ((options: { log(line: string): void }) => Promise<unknown>) | undefined;
  /** Loads the sample data into an empty database. */
  loadSample(config: Config, databaseUrl: string, log: (line: string) => void): Promise<void>;
  meiliSource?: MeiliSource;
  /** Aborts the start, and stops everything started so far. */
  signal?: AbortSignal;
}

/**
 * Starts the whole archive: lock, engines, migrations, sample, build, API, worker, indexer.
 * On a failure, everything started before is stopped.
 * @throws FolderInUseError, PortTakenError, BuildError, FullDiskError, or an Error naming the part that failed to start
 */
export async function startArchive(config: Config, options: StartArchiveOptions): Promise<StartedArchive> {
  const folder = await openDataFolder(config.ROOST_DATA);
  const lock = await lockFolder(folder, "start");
  const stops: (() => Promise<void>)[] = [() => lock.release()];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    await lock.publish({ stopping: true }).catch(() => {});
    for (const stop of stops.reverse()) await stop().catch((error: Error) => options.log(error.message));
  };
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  const given = givenUp(options.signal);
  const orAborted = <T>(step: Promise<T>): Promise<T> => Promise.race([step, given]);
  try {
    await lock.publish({});
    const port = await choosePort(config);
    let publish = () => {};
    const [engines] = await orAborted(
      Promise.all([
        startEngines(config, { postgres: true, meili: true }, folder, {
          ...options,
          onSearchChange: () => publish(),
        }).then((started) => {
          stops.push(started.stop);
          return started;
        }),
        options.build?.({ log: options.log }),
      ]),
    );
    await orAborted(prepareDatabase(config, folder, engines, options));
    const programs = { config, folder, engines, port, log: options.log, watch: options.watch };
    const address = origin(config.HOST, port);
    const { databaseUrl, meili } = engines;
    // The API first: it is what the start waits for, and three processes at once start slower on two cores.
    const [api, link, content] = await Promise.all([
      startApi(programs),
      setupLink(config, address, databaseUrl),
      contentLines(databaseUrl),
    ]);
    stops.push(api.stop);
    stops.push((await startWorker(programs)).stop);
    if (meili) {
      stops.push((await startIndexer(programs)).stop);
      const engine = { ...meili, prefix: config.MEILI_PREFIX };
      stops.push(deleteOldIndexData(folder, databaseUrl, engine, options.log));
      await orAborted(untilIndexed(engines, options.log));
    }
    const runtime = () => ({ address, databaseUrl, meili, searchProblem: engines.searchProblem });
    publish = () => {
      if (stopped === undefined) lock.publish(runtime()).catch((error: Error) => options.log(error.message));
    };
    await lock.publish(runtime());
    return {
      address,
      databaseUrl,
      summary: summarise(address, folder.root, engines, link, content),
      stop,
    };
  } catch (error) {
    await stop();
    throw await orFullDisk(error, placesOf(config));
  }
}

/** Never resolves; rejects when the start is aborted. */
function givenUp(signal: AbortSignal | undefined): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error("Stopped before it had started."));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
  promise.catch(() => {}); // may reject when no longer awaited
  return promise;
}

async function choosePort(config: Config): Promise<number> {
  if (config.PORT === 0) return freePort(config.HOST);
  if (await canListen(config.HOST, config.PORT)) return config.PORT;
  throw new PortTakenError(
    `Port ${config.PORT} on ${config.HOST} is taken by another program. Choose another one with PORT=${config.PORT + 1}; PORT=0 takes any free one.`,
  );
}

/** Runs migrations, and loads the sample into an empty database; completes an interrupted sample import. */
async function prepareDatabase(
  config: Config,
  folder: DataFolder,
  engines: RunningEngines,
  { log, loadSample }: StartArchiveOptions,
): Promise<void> {
  await migrateDatabase(engines.databaseUrl);
  const underWay = join(folder.root, "sample-under-way");
  const cutShort = await access(underWay).then(
    () => true,
    () => false,
  );
  if (!config.ROOST_SAMPLE || !(cutShort || (await wantsSample(engines.databaseUrl)))) return;
  await writeFile(underWay, "");
  log("Loading the sample archive ...");
  await loadSample(config, engines.databaseUrl, log);
  await rm(underWay);
}

async function wantsSample(databaseUrl: string): Promise<boolean> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-launch" });
  try {
    // A removed sample is not loaded again.
    const rows = await sql`
      select 1 from site_settings where sample in ('removing', 'removed') or exists (select from creators)`;
    return rows.length === 0;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Waits, with a timeout and while the engine starts or answers, until the search index has caught up. Counts may follow a
 * minute later.
 */
async function untilIndexed(engines: RunningEngines, log: (line: string) => void): Promise<void> {
  const sql = openDatabase(engines.databaseUrl, { max: 1, name: "roost-launch" });
  const startedAt = Date.now();
  let isLogged = false;
  try {
    while (Date.now() - startedAt < INDEX_TIMEOUT_MS && engines.searchProblem?.kind !== "failing") {
      const rows = await sql`select 1 from index_outbox where queued_at <= now() limit 1`;
      if (rows.length === 0) return;
      if (!isLogged && Date.now() - startedAt > 1_000) log("Indexing for search ...");
      isLogged ||= Date.now() - startedAt > 1_000;
      await sleep(200);
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Link that creates the first administrator; the token is in the fragment, which servers do not log. */
async function setupLink(
  { SITE_ORIGIN, PASSWORD_LOGIN }: Config,
  address: string,
  databaseUrl: string,
): Promise<string | undefined> {
  if (!PASSWORD_LOGIN) return undefined; // it makes an account with a password
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-launch" });
  try {
    const token = await createSetupToken(sql);
    return token && `${SITE_ORIGIN ?? address}/authentication/setup#${token}`;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Advice for newcomers about the archive's content. */
async function contentLines(databaseUrl: string): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-launch" });
  try {
    const [row] = await sql<[{ sample: string | null; filled: boolean }]>`
      select sample, exists (select from creators) as filled from site_settings`;
    if (!row.filled)
      return [
        `  Archive    empty; ${ROOST} import <folder> imports downloads, ${ROOST} ingest <folder> a bundle`,
        "             (docs/importing-downloads.md)",
      ];
    return row.sample === "loaded"
      ? [`  Archive    sample data; ${ROOST} sample --remove takes it out again`]
      : [];
  } finally {
    await sql.end({ timeout: 2 });
  }
}

function summarise(
  address: string,
  data: string,
  { about, meili, searchProblem }: RunningEngines,
  link: string | undefined,
  content: readonly string[],
): string[] {
  const search =
    searchProblem === undefined
      ? [`  Search     ${about.meili}`]
      : [
          `  Search     in titles, tags and names, by PostgreSQL: ${searchProblem.text}`,
          `             ${ROOST} doctor says what to do`,
        ];
  return [
    "",
    `  Roost is running:  ${address}`,
    "",
    `  Data       ${data}`,
    `  Database   ${about.postgres}`,
    ...search,
    ...content,
    ...(link === undefined
      ? []
      : [`  Set up     ${link}`, "             makes the first administrator, within 24 hours"]),
    `  Processes  API, worker${meili ? ", indexer" : ""}; their logs are in ${data}/logs`,
    "  Stop       Ctrl-C",
    "",
  ];
}
