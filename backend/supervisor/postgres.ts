/** Bundled PostgreSQL: created at first start, listening on loopback only. */
import { execFile } from "node:child_process";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openDatabase } from "#backend/db/client.ts";
import { type DataFolder, readPorts, readSecrets, rememberPort } from "./data-folder.ts";
import { copyBinaries, readyPostgres } from "./postgres-binaries.ts";
import { freePort, isAlive, listProcesses } from "./processes.ts";
import { supervise } from "./respawn.ts";
import { CannotRunError, changeOwner, endsWithParent, type RunAs, unprivileged } from "./run-as.ts";

const run = promisify(execFile);
const HOST = "127.0.0.1";
const USER = "roost";
/** Writable by root only, accessible to everyone. */
const OPEN_FOLDER = "/var/lib/roost";
/** Limit of `shared_buffers`, in megabytes. With the default of 128, an import of a million posts evicts index pages. */
const MAX_BUFFERS_MB = 1024;
const START_TIMEOUT_MS = 60_000; // recovery after a kill -9 may take long

export interface RunningPostgres {
  url: string;
  version: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Trades safety for speed; for tests only. */
  throwaway?: boolean;
  log?: (line: string) => void;
}

/**
 * Starts the bundled server on the data folder and returns the address of the database "roost".
 * The caller must hold the folder's lock.
 * @throws NotBundledError, CannotRunError, or an Error with the end of the server's log
 */
export async function startPostgres(
  folder: DataFolder,
  { throwaway = false, log = () => {} }: PostgresOptions = {},
): Promise<RunningPostgres> {
  const [{ home, version, as }, onDeath] = await Promise.all([findHome(folder), endsWithParent("INT")]);
  const { postgresPassword: password } = await readSecrets(folder);
  if (!(await exists(join(folder.postgres, "PG_VERSION"))))
    await initialise(folder, home, as, password, throwaway);
  await changeOwner(folder.postgres, as.owner);
  const port = await freePort(HOST, (await readPorts(folder)).postgres);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    `shared_buffers=${buffers()}MB`,
    "logging_collector=off",
  ];
  if (throwaway) settings.push("fsync=off", "full_page_writes=off", "synchronous_commit=off");
  const url = (database: string) => `postgres://${USER}:${password}@${HOST}:${port}/${database}`;
  const managed = await supervise({
    name: "PostgreSQL",
    async command() {
      await clearStalePid(folder.postgres);
      return [
        ...combine(as.prefix, onDeath),
        join(home, "bin", "postgres"),
        "-D",
        folder.postgres,
        "-p",
        String(port),
        ...settings.flatMap((setting) => ["-c", setting]),
      ];
    },
    logFile: join(folder.logs, "postgres.log"),
    ready: (dead) => untilAnswers(url("postgres"), port, dead),
    stopWith: [
      ["SIGINT", 5_000],
      ["SIGQUIT", 1_500],
      ["SIGKILL", 1_000],
    ],
    log,
  });
  await rememberPort(folder, "postgres", port);
  try {
    await createDatabase(url("postgres"));
  } catch (error) {
    await managed.stop();
    throw error;
  }
  return { url: url(USER), version, pid: managed.pid, stop: managed.stop };
}

/** `shared_buffers` in megabytes: a quarter of the machine's or container's memory, as PostgreSQL recommends. */
function buffers(): number {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  return Math.max(128, Math.min(MAX_BUFFERS_MB, Math.floor(memory / 4 / 1024 / 1024)));
}

/**
 * Finds the binaries and the user to run them. If root installed them in a folder that the user `nobody` cannot access
 * (a project under /root, in a container without user namespaces), copies them to an accessible one.
 */
async function findHome(folder: DataFolder): Promise<{ home: string; version: string; as: RunAs }> {
  const { home, version } = await readyPostgres(undefined, folder.bin);
  const program = join(home, "bin", "postgres");
  try {
    return { home, version, as: await unprivileged(program, folder.root) };
  } catch (error) {
    if (!(error instanceof CannotRunError) || process.getuid?.() !== 0) throw error;
    const copy = await copyBinaries(home, join(OPEN_FOLDER, `postgres-${version}`));
    return { home: copy, version, as: await unprivileged(join(copy, "bin", "postgres"), folder.root) };
  }
}

/** Merges setpriv options into one call: changing the user would reset a death signal set before. */
function combine(prefix: string[], onDeath: string[]): string[] {
  if (prefix[0] === "setpriv" && onDeath.length > 0) return [...prefix, ...onDeath.slice(1)];
  return [...onDeath, ...prefix];
}

/** Runs initdb in a temporary folder and renames it, so that a crash leaves no partial database. */
async function initialise(
  folder: DataFolder,
  home: string,
  as: RunAs,
  password: string,
  throwaway: boolean,
): Promise<void> {
  const fresh = `${folder.postgres}.new`;
  const passwordFile = `${folder.postgres}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    await changeOwner(fresh, as.owner);
    await changeOwner(passwordFile, as.owner);
    const options = [
      "-U",
      USER,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ];
    if (throwaway) options.push("--no-sync");
    const [file = "", ...args] = [...as.prefix, join(home, "bin", "initdb"), "-D", fresh, ...options];
    await run(file, args, { cwd: "/" }).catch((error: { stderr?: string; message: string }) => {
      throw new Error(
        `PostgreSQL could not make its data folder ${fresh}:\n${error.stderr || error.message}`,
      );
    });
    await rename(fresh, folder.postgres);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/**
 * After a kill -9 the old postmaster.pid may contain a pid that was reused, and the server
 * would refuse to start. Deletes the file unless a process works in this folder.
 */
async function clearStalePid(data: string): Promise<void> {
  const path = join(data, "postmaster.pid");
  const pid = Number((await readFile(path, "utf8").catch(() => "")).split("\n")[0]);
  if (!(pid > 0)) return;
  const until = Date.now() + 5_000; // backends of a killed server exit shortly after it
  while (Date.now() < until) {
    const inUse = (await listProcesses()).some(
      (entry) => entry.folder === data || entry.command.includes(`-D ${data} `),
    );
    if (!inUse) {
      if (process.platform === "linux" || !(await isAlive(pid))) await rm(path, { force: true });
      return;
    }
    await sleep(50);
  }
}

async function untilAnswers(url: string, port: number, dead: AbortSignal): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!dead.aborted) {
    if (await connects(port)) {
      const sql = openDatabase(url, { max: 1, name: "roost-launch" });
      try {
        await sql`select 1`;
        return;
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (code === "28P01")
          throw new Error(
            "PostgreSQL refuses the password in engines/secrets.json: it is not the one this data folder was made with.",
          );
        if (Date.now() > until) throw error;
      } finally {
        await sql.end({ timeout: 1 });
      }
    }
    if (Date.now() > until) throw new Error(`PostgreSQL did not answer within ${START_TIMEOUT_MS / 1000} s.`);
    await sleep(20);
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: HOST, port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function createDatabase(url: string): Promise<void> {
  const sql = openDatabase(url, { max: 1, name: "roost-launch" });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${USER}`;
    if (found === undefined) await sql`create database roost`;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
