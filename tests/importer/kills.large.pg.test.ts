/** kill -9 of PostgreSQL, the API and the importers while imports are submitted and run, and one importer that is stopped meanwhile. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { openDataFolder } from "#backend/supervisor/data-folder.ts";
import { migrateDatabase } from "#backend/supervisor/engines.ts";
import { lockFolder } from "#backend/supervisor/lock.ts";
import { startPostgres } from "#backend/supervisor/postgres.ts";
import { bundleProgram } from "#tests/support/programs.ts";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { copyKey } from "./key.ts";

const IMPORTS = sized(8, 200);
/** Posts of each import, as process.ts invents them. */
const POSTS = 5;
const STOPPED_MS = sized(4_000, 90_000); // longer than the lease of 2 seconds
/** Between two kills. */
const MAX_INTERVAL_MS = sized(1_000, 3_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Until the database is back. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await sleep(200);
    }
  }
}

interface Progress {
  /** Imports that are done. */
  ended: number;
  posts: number;
}

const progressOf = async (sql: Sql) => {
  const [row] = await sql<[Progress]>`
    select (select count(*) from imports where state = 'done') as ended, (select count(*) from posts) as posts`;
  return row;
};

test(`${IMPORTS} imports end and each post comes once, whatever is killed`, async () => {
  const folder = await openDataFolder(await mkdtemp(join(tmpdir(), "roost-kills-")));
  const lock = await lockFolder(folder, "kill test");
  const postgres = await startPostgres(folder);
  const sql = openDatabase(postgres.url, { max: 2 });
  const calls = join(folder.root, "calls");
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: postgres.url,
    ROOST_DATA: folder.root,
    IMPORTERS: "fanbox",
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "silent",
    TEST_CALLS: calls,
    TEST_PAUSE: "400", // long enough to be killed in the middle
    TEST_LEASE: "2",
    IMPORTER_KEY_FILE: await copyKey(folder.root),
  };
  const children = new Map<string, ChildProcess>();
  let over = false;
  /** Started again whenever it ends, as the supervisor does. */
  const keep = (name: string, program: string) => {
    if (over) return;
    const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
    children.set(name, child);
    child.once("exit", () => setTimeout(keep, 100, name, program));
  };
  const killed = { postgres: 0, api: 0, first: 0, second: 0 };
  try {
    await writeFile(calls, "");
    await migrateDatabase(postgres.url);
    await openImporterKey(sql, env.IMPORTER_KEY_FILE);
    keep("api", PROGRAMS.api.file);
    const importer = await bundleProgram("tests/importer/process.ts");
    for (const name of ["first", "second"]) keep(name, importer);

    let submitted = 0;
    /** When the stopped importer goes on, in milliseconds since 1970. */
    let stoppedUntil: number | undefined;
    const names = Object.keys(killed) as (keyof typeof killed)[];
    const isAllKilled = () => stoppedUntil !== undefined && names.every((name) => killed[name] > 0);
    /** The last import is submitted once everything was killed, however late this process looks. */
    const isHeldBack = () => submitted === IMPORTS - 1 && !isAllKilled();
    const submitting = (async () => {
      for (; submitted < IMPORTS; submitted++) {
        while (isHeldBack()) await sleep(100);
        const body = JSON.stringify({ service: "fanbox", session_key: `1_killed${submitted}` });
        const headers = { "content-type": "application/json", "x-forwarded-for": `10.9.0.${submitted}` };
        const address = `http://127.0.0.1:${port}/api/v1/importer/submit`;
        // Whoever gets no answer sends it again: the same key is the same import.
        while (
          !(await fetch(address, { method: "POST", headers, body }).then(
            ({ ok }) => ok,
            () => false,
          ))
        )
          await sleep(200);
      }
    })();

    const progress = () => asked(() => progressOf(sql));
    /** On a busy machine programs start slowly, and kills without end would leave no import time to end. */
    const untilMorePosts = async () => {
      const before = await progress();
      const isWaiting = ({ posts, ended }: Progress) =>
        posts < before.posts + 3 && ((submitted < IMPORTS && !isHeldBack()) || ended < submitted);
      while (isWaiting(await progress())) await sleep(100);
    };
    for (let round = 0; submitted < IMPORTS || (await progress()).ended < IMPORTS; round++) {
      await sleep(MAX_INTERVAL_MS * Math.random());
      const name = names[round % names.length] ?? "api";
      const stopped = children.get("first");
      if (stoppedUntil === undefined && round > 2 && stopped?.kill("SIGSTOP") === true) {
        stoppedUntil = Date.now() + STOPPED_MS;
        setTimeout(() => stopped.kill("SIGCONT"), STOPPED_MS).unref();
      }
      const pid = name === "postgres" ? postgres.pid() : children.get(name)?.pid;
      if (pid === undefined || (name === "first" && Date.now() < (stoppedUntil ?? 0))) continue;
      try {
        process.kill(pid, "SIGKILL");
        killed[name]++;
      } catch {
        // it is being started again
      }
      await untilMorePosts();
    }
    await submitting;
    if (isSlowRun) console.log("killed", killed);
    expect(isAllKilled()).toBe(true);

    expect(await asked(() => sql`select state, count(*) as n from imports group by 1`)).toEqual([
      { state: "done", n: IMPORTS },
    ]);
    expect(
      await asked(() => sql`select count(*) as n, count(distinct (service, id)) as posts from posts`),
    ).toEqual([{ n: IMPORTS * POSTS, posts: IMPORTS * POSTS }]);
    expect(await asked(() => sql`select from post_revisions`)).toEqual([]);
    expect(await asked(() => sql`select from imports where sealed is not null`)).toEqual([]);
  } finally {
    over = true;
    for (const child of children.values()) child.kill("SIGKILL");
    await sql.end({ timeout: 1 });
    await postgres.stop();
    await lock.release();
    await rm(folder.root, { recursive: true, force: true });
  }
}, 3_600_000);
