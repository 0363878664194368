/** Prepares every measurement: engines of the bench's own, a sample, processes as in production. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { build, PROGRAM_ENVIRONMENT, PROGRAMS, PROJECT } from "#backend/supervisor/build.ts";
import { openDataFolder } from "#backend/supervisor/data-folder.ts";
import { migrateDatabase, startEngines } from "#backend/supervisor/engines.ts";
import { freePort } from "#backend/supervisor/processes.ts";

type Program = keyof typeof PROGRAMS;

export interface Setting extends AsyncDisposable {
  /** Temporary folder, gone at the end. */
  folder: string;
  meili: { url: string; key: string };
  /** Process of the search engine; undefined where MEILI_URL gives it. */
  meiliPid: () => number | undefined;
  /** A new, migrated database. */
  database(name: string): Promise<{ url: string; sql: Sql }>;
  /** A program as it is built, or a script of the bench; ready when this resolves. It ends with the setting, or with `end`. */
  start(what: Program | `tests/bench/${string}.ts`, env: Record<string, string>): Promise<ChildProcess>;
  /** Address of a new API process. */
  startApi(
    databaseUrl: string,
    env?: Record<string, string>,
  ): Promise<{ origin: string; pid: number | undefined; child: ChildProcess }>;
}

const HOST = "127.0.0.1";

const isProgram = (what: string): what is Program => what in PROGRAMS;

/** Ends a process of the setting before the setting ends. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Starts engines for the bench alone, unless DATABASE_URL and MEILI_URL give others. */
export async function openSetting(): Promise<Setting> {
  await build({ log: console.log });
  const folder = await mkdtemp(join(tmpdir(), "roost-bench-"));
  const config = readConfig({ ...process.env, ROOST_DATA: join(folder, "data") });
  const engines = await startEngines(
    config,
    { postgres: true, meili: true },
    await openDataFolder(config.ROOST_DATA),
  );
  if (engines.meili === undefined)
    throw new Error("The bench needs Meilisearch: set MEILI_URL or put it on the PATH.");
  console.log(`${engines.about.postgres}, ${engines.about.meili}`);
  const meili = engines.meili;
  const prefix = `bench${process.pid}_`;
  const children: ChildProcess[] = [];
  const databases: { name: string; sql: Sql }[] = [];
  const admin = openDatabase(engines.databaseUrl, { max: 1, statementTimeout: 0 });

  const start: Setting["start"] = async (what, env) => {
    const [file, ...options] = isProgram(what)
      ? [PROGRAMS[what].file, "--enable-source-maps"]
      : [join(PROJECT, what), "--import", "tsx"];
    const child = fork(file, {
      execArgv: options,
      env: {
        ...PROGRAM_ENVIRONMENT,
        ...process.env,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        ROOST_DATA: config.ROOST_DATA,
        MEILI_URL: meili.url,
        MEILI_KEY: meili.key,
        ...env,
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    children.push(child);
    await Promise.race([
      once(child, "message"),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`${what} ended with ${code}`))),
    ]);
    return child;
  };

  return {
    folder,
    meili,
    meiliPid: engines.meiliPid ?? (() => undefined),
    start,
    async database(label) {
      const name = `${prefix}${label}`;
      await admin.unsafe(`create database ${name}`);
      const url = new URL(engines.databaseUrl);
      url.pathname = `/${name}`;
      await migrateDatabase(url.href);
      const sql = openDatabase(url.href, { statementTimeout: 0 });
      databases.push({ name, sql });
      return { url: url.href, sql };
    },
    async startApi(databaseUrl, env = {}) {
      const port = await freePort(HOST);
      const child = await start("api", {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        HOST,
        ...env,
      });
      return { origin: `http://${HOST}:${port}`, pid: child.pid, child };
    },
    async [Symbol.asyncDispose]() {
      for (const child of children.reverse()) await end(child);
      for (const { name, sql } of databases) {
        await sql.end({ timeout: 2 });
        await admin.unsafe(`drop database if exists ${name} with (force)`);
      }
      await admin.end({ timeout: 2 });
      await engines.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
