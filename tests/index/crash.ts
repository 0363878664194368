/**
 * Kills PostgreSQL, Meilisearch, the indexer and the ingest with -9 at random moments while posts come in, then asks
 * whether database and index agree.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openDatabase } from "#backend/db/client.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { openDataFolder } from "#backend/supervisor/data-folder.ts";
import { migrateDatabase } from "#backend/supervisor/engines.ts";
import { lockFolder } from "#backend/supervisor/lock.ts";
import { startMeili } from "#backend/supervisor/meili.ts";
import { startPostgres } from "#backend/supervisor/postgres.ts";
import { openEngine } from "#indexer/meili.ts";
import { untilDrained } from "#indexer/verify.ts";
import { ROOST } from "#tests/support/roost.ts";
import { sized } from "#tests/support/scale.ts";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const TARGETS = ["postgres", "meili", "indexer", "ingest"] as const;
const CREATORS = 40;
/** Between two kills: short, so that posts still come in. */
const MAX_INTERVAL_MS = sized(800, 2_000);

export interface CrashOptions {
  posts: number;
  kills: number;
  log?: (line: string) => void;
}

export interface CrashResult {
  /** Number of kills of each process. */
  killed: Record<(typeof TARGETS)[number], number>;
  /** Posts in the database, and of them those whose text is what was sent. */
  posts: number;
  whole: number;
  revisions: number;
  documents: number | undefined;
  /** Output and exit code of `roost index verify`. */
  verify: { code: number; said: string };
}

/** Runs everything in a folder of its own, which is removed afterwards. */
export async function crash({ posts, kills, log = () => {} }: CrashOptions): Promise<CrashResult> {
  const folder = await openDataFolder(await mkdtemp(join(tmpdir(), "roost-crash-")));
  const lock = await lockFolder(folder, "crash test");
  const postgres = await startPostgres(folder);
  const meili = await startMeili(folder, log);
  if (meili === undefined) throw new Error("There is no Meilisearch for this machine.");
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_PREFIX: "",
    ROOST_DATA: folder.root,
    INDEX_LEASE: "3",
    LOG_LEVEL: "silent",
  };
  const children = new Map<string, ChildProcess>();
  const start = (name: string, args: string[]) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT,
      env,
      stdio: "ignore",
    });
    children.set(name, child);
    return child;
  };
  const pidOf = {
    postgres: postgres.pid,
    meili: meili.pid,
    indexer: () => children.get("indexer")?.pid,
    ingest: () => children.get("ingest")?.pid,
  };
  const killed = { postgres: 0, meili: 0, indexer: 0, ingest: 0 };
  let over = false;
  const keepIndexing = () => {
    if (!over) start("indexer", [PROGRAMS.indexer.file]).once("exit", keepIndexing);
  };
  try {
    await migrateDatabase(postgres.url);
    keepIndexing();
    const parts = await writeBundles(join(folder.root, "bundles"), posts, kills + 1);
    const killer = (async () => {
      for (let i = 0; i < kills; i += 1) {
        await sleep(MAX_INTERVAL_MS * (0.2 + 0.8 * Math.random()));
        const target = TARGETS[i % TARGETS.length] ?? "ingest";
        const pid = pidOf[target]();
        if (pid === undefined || !signal(pid)) continue;
        killed[target] += 1;
        log(`kill -9 ${target} (${pid})`);
      }
    })();
    for (const part of parts) {
      for (let tries = 1; ; tries += 1) {
        const [code] = await once(start("ingest", [ROOST, "ingest", part]), "exit");
        log(`ingest of ${part.slice(-3)} ended with ${code}`);
        if (code === 0) break;
        // The database may be starting again for as long as a busy machine takes.
        if (tries > 200) throw new Error(`${part} does not come in.`);
        await sleep(200);
      }
    }
    await killer;
    const result = await ask(env, killed);
    return result;
  } finally {
    over = true;
    for (const child of children.values()) child.kill("SIGKILL");
    await meili.stop();
    await postgres.stop();
    await lock.release();
    await rm(folder.root, { recursive: true, force: true });
  }
}

async function ask(env: NodeJS.ProcessEnv, killed: CrashResult["killed"]): Promise<CrashResult> {
  const sql = openDatabase(env["DATABASE_URL"] ?? "", { max: 1 });
  const engine = openEngine({ url: env["MEILI_URL"] ?? "", key: env["MEILI_KEY"] });
  try {
    for (let up = false; !up; )
      up = await sql`select 1`.then(
        () => true,
        () => sleep(100, false),
      );
    await untilDrained(sql, 300);
    const [counts] = await sql<[{ posts: number; whole: number; revisions: number }]>`
      select count(*) as posts, count(*) filter (where content = '<p>' || title || '</p>') as whole,
        (select count(*) from post_revisions) as revisions from posts`;
    const command = [ROOST, "index", "verify"];
    const verify = await run(process.execPath, command, { cwd: PROJECT, env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
    return { killed, ...counts, documents: await engine.count("posts"), verify };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Bundles of a share of the posts each; every post belongs to one of the same creators. */
async function writeBundles(root: string, posts: number, parts: number): Promise<string[]> {
  const folders: string[] = [];
  const at = "2024-01-01T00:00:00";
  const creators = Array.from({ length: CREATORS }, (_, i) =>
    JSON.stringify({ service: "fanbox", id: `c${i}`, name: `Creator ${i}`, indexed: at, updated: at }),
  ).join("\n");
  for (let part = 0; part < parts; part += 1) {
    const folder = join(root, String(part).padStart(3, "0"));
    await mkdir(folder, { recursive: true });
    const from = Math.floor((posts * part) / parts);
    const to = Math.floor((posts * (part + 1)) / parts);
    const lines = Array.from({ length: to - from }, (_, i) => {
      const n = from + i;
      const title = `post number ${n}`;
      const tags = [`tag${n % 17}`, "all"];
      const user = `c${n % CREATORS}`;
      return JSON.stringify({
        service: "fanbox",
        id: `p${n}`,
        user,
        title,
        content: `<p>${title}</p>`,
        published: at,
        tags,
      });
    }).join("\n");
    await writeFile(join(folder, "creators.ndjson"), `${creators}\n`);
    await writeFile(join(folder, "posts.ndjson"), `${lines}\n`);
    folders.push(folder);
  }
  return folders;
}

function signal(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false; // it is being restarted
  }
}
