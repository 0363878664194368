/** Starts and stops everything for `roost start` and `npm run dev`, in order. */
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { createSetupToken } from "#backend/db/setup-token.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { orFullDisk } from "#backend/full-disk.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { migrateDatabase, placesOf, type RunningEngines, startEngines } from "./engines.ts";
import { lockFolder } from "./lock.ts";
import { type MeiliSource, NO_MEILI } from "./meili.ts";
import { canListen, freePort } from "./processes.ts";
import { origin, startApi, startIndexer, startWorker } from "./programs.ts";

/** Maximum wait for the search index at start; it keeps catching up afterwards. */
const INDEX_TIMEOUT_MS = 60_000;

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
 * Starts the whole archive: lock, engines, migrations, sample, build, indexer, worker, API.
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
    const [engines] = await orAborted(
      Promise.all([
        startEngines(config, { postgres: true, meili: true }, folder, options).then((started) => {
          stops.push(started.stop);
          return started;
        }),
        options.build?.({ log: options.log }),
      ]),
    );
    await orAborted(prepareDatabase(config, folder, engines, options));
    const programs = { config, folder, engines, port, log: options.log, watch: options.watch };
    if (engines.meili) stops.push((await startIndexer(programs)).stop);
    stops.push((await startWorker(programs)).stop);
    stops.push((await startApi(programs)).stop);
    if (engines.meili) await orAborted(untilIndexed(engines.databaseUrl, options.log));
    const address = origin(config.HOST, port);
    await lock.publish({ address, databaseUrl: engines.databaseUrl, meili: engines.meili });
    return {
      address,
      databaseUrl: engines.databaseUrl,
      summary: summarise(
        address,
        folder.root,
        engines,
        await setupLink(config, address, engines.databaseUrl),
        await contentLines(engines.databaseUrl),
      ),
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
    signal?.addEventListener("abort", () => reject(new Error("Stopped before it had started.")), {
      once: true,
    });
  });
  promise.catch(() => {}); // may reject when no longer awaited
  return promise;
}

async function choosePort(config: Config): Promise<number> {
  if (config.PORT === 0) return freePort(config.HOST);
  if (await canListen(config.HOST, config.PORT)) return config.PORT;
  throw new PortTakenError(
    `Port ${config.PORT} on ${config.HOST} is taken by another program. Choose another one: PORT=${config.PORT + 1} npm start (PORT=0 takes any free one).`,
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
      select 1 from site_settings where sample = 'removed' or exists (select from creators)`;
    return rows.length === 0;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Waits, with a timeout, until the search index has caught up; counts may follow a minute later. */
async function untilIndexed(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-launch" });
  const startedAt = Date.now();
  let isLogged = false;
  try {
    while (Date.now() - startedAt < INDEX_TIMEOUT_MS) {
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
  { SITE_ORIGIN }: Config,
  address: string,
  databaseUrl: string,
): Promise<string | undefined> {
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
        "  Archive    empty; npm run import -- <folder> imports downloads, npm run ingest -- <folder> a bundle",
        "             (docs/importing-downloads.md)",
      ];
    return row.sample === "loaded"
      ? ["  Archive    sample data; npm run sample -- --remove takes it out again"]
      : [];
  } finally {
    await sql.end({ timeout: 2 });
  }
}

function summarise(
  address: string,
  data: string,
  { about, meili }: RunningEngines,
  link: string | undefined,
  content: readonly string[],
): string[] {
  const search = meili
    ? [`  Search     on, ${about.meili}`]
    : ["  Search     off", ...NO_MEILI.map((line) => `             ${line}`)];
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
