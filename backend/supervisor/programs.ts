/** The API, the indexer and the worker as child processes of the supervisor. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#backend/config.ts";
import { PROGRAM_ENVIRONMENT, PROGRAMS, PROJECT } from "./build.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Engines } from "./engines.ts";
import { ownerArgument } from "./lock.ts";
import { type ManagedProcess, type Program, supervise } from "./respawn.ts";

const READY_TIMEOUT_MS = 30_000;
/** Time without a response after which the API is restarted. */
const SILENT_MS = 15_000;

export interface ProgramOptions {
  config: Config;
  folder: DataFolder;
  engines: Engines;
  port: number;
  log(line: string): void;
  /** Runs the sources and restarts when they change. */
  watch?: boolean;
}

/** Starts the API and waits until it and its database respond. */
export function startApi(options: ProgramOptions): Promise<ManagedProcess> {
  const host = ["0.0.0.0", "::"].includes(options.config.HOST) ? "127.0.0.1" : options.config.HOST;
  const address = origin(host, options.port);
  const ready = (dead: AbortSignal) => untilReady(`${address}/readyz`, dead);
  // No liveness check in development: a debugger may pause the process.
  const liveness = options.watch ? undefined : { url: `${address}/livez`, timeoutMs: SILENT_MS };
  return start("api", "The API", options, ready, liveness);
}

/** Starts the indexer, which catches up on its own. */
export function startIndexer(options: ProgramOptions): Promise<ManagedProcess> {
  return start("indexer", "The indexer", options, async () => {});
}

/** Starts the worker, which runs all background jobs. */
export function startWorker(options: ProgramOptions): Promise<ManagedProcess> {
  return start("worker", "The worker", options, async () => {});
}

/** `http://host:port`, with an IPv6 address in brackets. */
export const origin = (host: string, port: number) =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

function start(
  name: keyof typeof PROGRAMS,
  title: string,
  options: ProgramOptions,
  ready: (dead: AbortSignal) => Promise<void>,
  liveness?: Program["liveness"],
): Promise<ManagedProcess> {
  const { entry, file } = PROGRAMS[name];
  const script = options.watch
    ? ["--import", "tsx", "--watch", "--watch-preserve-output", entry]
    : ["--enable-source-maps", file];
  return supervise({
    name: title,
    // The argument only marks the process for `ps` and the next start.
    command: async () => [process.execPath, ...script, ownerArgument(options.folder)],
    env: environment(options),
    cwd: PROJECT,
    ipc: true,
    logFile: join(options.folder.logs, `${name}.log`),
    ready,
    ...(liveness && { liveness }),
    stopWith: [
      ["SIGTERM", 3_500],
      ["SIGKILL", 1_000],
    ],
    log: options.log,
  });
}

function environment({ config, folder, engines, port }: ProgramOptions): NodeJS.ProcessEnv {
  return {
    ...PROGRAM_ENVIRONMENT,
    ...process.env,
    PORT: String(port),
    HOST: config.HOST,
    ROOST_DATA: folder.root,
    DATABASE_URL: engines.databaseUrl,
    MEILI_URL: engines.meili?.url ?? "",
    MEILI_KEY: engines.meili?.key ?? "",
  };
}

async function untilReady(url: string, dead: AbortSignal): Promise<void> {
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!dead.aborted && Date.now() < until) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The API did not answer ${url} within ${READY_TIMEOUT_MS / 1000} s.`);
}
