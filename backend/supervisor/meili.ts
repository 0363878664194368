/** Runs Meilisearch on the data folder. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ExpectedError } from "#backend/expected-error.ts";
import { type DataFolder, readPorts, readSecrets, rememberPort } from "./data-folder.ts";
import { IndexData } from "./index-data.ts";
import { findMeili, type MeiliProgram, type MeiliSource, TamperedBinaryError } from "./meili-program.ts";
import { canListen, freePort } from "./processes.ts";
import { type ManagedProcess, type Program, restartOnExit, StartError, supervise } from "./respawn.ts";
import { endsWithParent } from "./run-as.ts";

const HOST = "127.0.0.1";
const START_TIMEOUT_MS = 60_000;

/** Why the engine does not answer, without a full stop, and what to do. */
export interface SearchProblem {
  kind: "none" | "starting" | "failing";
  text: string;
  advice: string;
}

/** The engine did not start for a command. */
export class SearchError extends ExpectedError {
  override name = "SearchError";
  constructor(readonly problem: SearchProblem) {
    super(`${problem.text}. ${problem.advice}`);
  }
}

export interface RunningMeili extends ManagedProcess {
  url: string;
  key: string;
  /** "Meilisearch 1.21.0" */
  name: string;
}

/**
 * Starts the engine for a command; returns undefined if there is none. The caller must hold the folder's lock.
 * @throws SearchError
 */
export async function startMeili(
  folder: DataFolder,
  log: (line: string) => void = () => {},
  source: MeiliSource = {},
): Promise<RunningMeili | undefined> {
  const found = await findMeili(folder.bin, source);
  if (found === undefined) return undefined;
  const engine = await describe(folder, found, log);
  const ready = (dead: AbortSignal) =>
    untilHealthy(engine, AbortSignal.any([dead, AbortSignal.timeout(START_TIMEOUT_MS)]));
  try {
    return { ...engine, ...(await supervise({ ...engine.program, ready })) };
  } catch (error) {
    throw new SearchError(await problemOf(error, engine, new IndexData(folder.meili)));
  }
}

export interface SuperviseMeiliOptions extends MeiliSource {
  log(line: string): void;
  /** Called whenever the engine does not start, and with undefined whenever it answers. */
  onProblem(problem: SearchProblem | undefined): void;
}

/**
 * Keeps the engine running for the archive, which starts and works without it; returns undefined if there is none.
 * Index data that it does not open are set aside. The caller must hold the folder's lock.
 */
export async function superviseMeili(
  folder: DataFolder,
  { log, onProblem, ...source }: SuperviseMeiliOptions,
): Promise<RunningMeili | undefined> {
  const found = await findMeili(folder.bin, source);
  if (found === undefined) return undefined;
  const engine = await describe(folder, found, log);
  const data = new IndexData(folder.meili);
  const managed = restartOnExit({
    ...engine.program,
    ready: (dead) => untilHealthy(engine, dead),
    onReady() {
      const refused = data.afterStart();
      if (refused !== undefined)
        log(
          `${engine.name} does not open its index data${refused.version === undefined ? "" : ` of version ${refused.version}`}. ` +
            "They are set aside, and the index is rebuilt from the database. Until then search finds titles, tags and names only.",
        );
      onProblem(undefined);
    },
    async onFailedStart(error) {
      onProblem(await problemOf(error, engine, data));
      const hasExited = error instanceof StartError && error.exitCode !== undefined;
      if (hasExited && (await canListen(HOST, engine.port))) await data.afterExit();
    },
  });
  return { ...engine, ...managed };
}

interface Described {
  url: string;
  key: string;
  name: string;
  version: string | undefined;
  advice: string | undefined;
  port: number;
  program: Omit<Program, "ready">;
}

async function describe(
  folder: DataFolder,
  { version, advice, prepare }: MeiliProgram,
  log: (line: string) => void,
): Promise<Described> {
  const { meiliKey: key } = await readSecrets(folder);
  await mkdir(folder.meili, { recursive: true, mode: 0o700 });
  const port = await freePort(HOST, (await readPorts(folder)).meili);
  await rememberPort(folder, "meili", port);
  const onDeath = await endsWithParent("TERM");
  const program: Omit<Program, "ready"> = {
    name: "Meilisearch",
    command: async () => [...onDeath, await prepare(), ...meiliArguments(folder.meili, port)],
    // Passed by environment: `ps` shows arguments.
    env: { PATH: process.env["PATH"], HOME: folder.meili, MEILI_MASTER_KEY: key },
    cwd: folder.meili,
    logFile: join(folder.logs, "meilisearch.log"),
    stopWith: [
      ["SIGTERM", 2_500],
      ["SIGKILL", 1_000],
    ],
    log,
  };
  const name = version === undefined ? "Meilisearch" : `Meilisearch ${version}`;
  return { url: `http://${HOST}:${port}`, key, name, version, advice, port, program };
}

/** Limits memory: by default it uses up to two thirds of the machine for a single document. */
function meiliArguments(home: string, port: number): string[] {
  const folders = [
    "--db-path",
    `${home}/data.ms`,
    "--dump-dir",
    `${home}/dumps`,
    "--snapshot-dir",
    `${home}/snapshots`,
  ];
  const limits = ["--max-indexing-memory", "256MiB", "--max-indexing-threads", "2"];
  return [
    ...folders,
    ...limits,
    "--http-addr",
    `${HOST}:${port}`,
    "--env",
    "development",
    "--no-analytics",
    "--log-level",
    "WARN",
  ];
}

async function problemOf(error: unknown, engine: Described, data: IndexData): Promise<SearchProblem> {
  if (error instanceof TamperedBinaryError)
    return { kind: "failing", text: error.message, advice: error.advice };
  const version = await data.version();
  if (version !== undefined && engine.version !== undefined && version !== engine.version)
    return {
      kind: "failing",
      text: `${engine.name} does not open the index data of version ${version}`,
      advice: "roost start sets them aside and rebuilds the index from the database.",
    };
  return {
    kind: "failing",
    text: `${engine.name} does not start: ${reasonOf(error)}`,
    advice:
      engine.advice ??
      `Its log: ${engine.program.logFile}. It is started again from time to time while Roost runs.`,
  };
}

/** The line of the engine's last words that names the reason. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const named = lines.findLast((line) => line.startsWith("Error: "));
  return named?.slice("Error: ".length) ?? lines.at(-1) ?? "";
}

/** Waits until the engine is healthy, and ours: only our child has this data folder's random key. */
async function untilHealthy({ url, key }: { url: string; key: string }, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const answer = await fetch(`${url}/version`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer?.status === 403) throw new Error(`Another Meilisearch answers on ${url}.`);
    await sleep(25);
  }
  throw new Error("Meilisearch did not answer in time.");
}
