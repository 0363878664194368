/** Three APIs and two indexers under load, of which one each is killed: what was acknowledged is there, and the rest go on. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAMS, PROJECT } from "#backend/supervisor/build.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";
import { ROOST } from "#tests/support/roost.ts";
import { sized } from "#tests/support/scale.ts";

const run = promisify(execFile);
const POSTS = sized(600, 20_000);
const BUNDLES = sized(6, 20);
const FAVORITES = sized(60, 1_000);
const HIDDEN = sized(30, 400);
/** Share of the acknowledged writes before the kill. */
const FIRST = 1 / 3;

let index: TestIndex;
let data: string;
let env: NodeJS.ProcessEnv;
const children: ChildProcess[] = [];

beforeAll(async () => {
  index = await createIndex();
  data = await mkdtemp(join(tmpdir(), "roost-several-"));
  const { url, key, prefix } = index.meili;
  env = {
    ...process.env,
    ...BEHIND_PROXY,
    ROOST_DATA: data,
    DATABASE_URL: index.database.url,
    MEILI_URL: url,
    MEILI_KEY: key,
    MEILI_PREFIX: prefix,
    RATE_LIMITS: "postgres",
    INDEX_LEASE: "2",
    PORT: "0",
  };
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await index[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
});

function start(name: "api" | "indexer"): ChildProcess {
  const child = spawn(process.execPath, [PROGRAMS[name].file], {
    cwd: PROJECT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

interface Api {
  url: string;
  child: ChildProcess;
}

async function startApi(): Promise<Api> {
  const child = start("api");
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port: number };
    if (msg !== "listening") continue;
    child.stdout?.resume();
    return { url: `http://127.0.0.1:${port}`, child };
  }
  throw new Error("The API ended before it listened.");
}

/** Sends each request to the next API, as a proxy does; one that does not answer is passed over. */
class RoundRobin {
  readonly #apis: Api[];
  #next = 0;
  /** Requests that were cut off or refused and went to another API. */
  passed = 0;

  constructor(apis: Api[]) {
    this.#apis = apis;
  }

  get = async (path: string, init?: RequestInit): Promise<Response> => {
    const first = this.#next++;
    for (let tries = 0; ; tries++) {
      const api = this.#apis[(first + tries) % this.#apis.length];
      try {
        const response = await fetch(`${api?.url}${path}`, init);
        return new Response(response.status === 204 ? null : await response.arrayBuffer(), response);
      } catch (error) {
        if (tries === this.#apis.length - 1) throw error;
        this.passed++;
      }
    }
  };
}

/** Bundles of new posts of one creator, together `POSTS`. */
async function writeBundles(): Promise<string[]> {
  const at = "2024-01-01T00:00:00";
  const folders: string[] = [];
  for (let part = 0; part < BUNDLES; part++) {
    const folder = join(data, "bundles", String(part));
    await mkdir(folder, { recursive: true });
    const creator = { service: "fanbox", id: "bundled", name: "Bundled", indexed: at, updated: at };
    const posts = Array.from({ length: POSTS / BUNDLES }, (_, n) => {
      const id = `${part}-${n}`;
      return {
        service: "fanbox",
        id,
        user: "bundled",
        title: id,
        content: "x",
        published: at,
        tags: [`t${n % 9}`],
      };
    });
    await writeFile(join(folder, "creators.ndjson"), `${JSON.stringify(creator)}\n`);
    await writeFile(join(folder, "posts.ndjson"), posts.map((post) => `${JSON.stringify(post)}\n`).join(""));
    folders.push(folder);
  }
  return folders;
}

/** Does the work for each number, four at a time. @returns of which it was acknowledged */
async function acknowledged(count: number, write: (n: number) => Promise<number>, done: (n: number) => void) {
  const written: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next++;
      const status = await write(n);
      if (status === 200 || status === 204) written.push(n);
      done(written.length);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return written;
}

test("an API and an indexer are killed: nothing acknowledged is lost, reads go on, the index agrees", async () => {
  const { sql } = index.database;
  await buildCreator(sql);
  for (let n = 0; n < FAVORITES + HIDDEN; n++) await buildPost(sql, { id: `${n}`, title: `Post ${n}` });
  const apis = await Promise.all([startApi(), startApi(), startApi()]);
  const indexers = [start("indexer"), start("indexer")];
  const proxy = new RoundRobin(apis);
  const fan: Visitor = await member({ get: proxy.get, sql }, "Fan");
  const mod: Visitor = await member({ get: proxy.get, sql }, "Mod", "moderator");
  const bundles = await writeBundles();

  let over = false;
  const [one, two] = apis;
  const reads: number[] = [];
  const reader = async (api: Api | undefined) => {
    for (let n = 0; !over; n++) {
      const path = n % 2 === 0 ? "/api/v1/posts" : "/api/v1/patreon/user/1/profile";
      const response = await fetch(`${api?.url}${path}`);
      await response.arrayBuffer();
      reads.push(response.status);
    }
  };
  const readers = Promise.all([reader(one), reader(two)]);

  let killed = 0;
  const kill = async () => {
    const [indexed] = await sql<[{ rows: number }]>`select count(*) as rows from index_outbox`;
    expect(indexed.rows).toBeGreaterThan(0); // the indexers are at work
    for (const child of [apis[2]?.child, indexers[1]]) {
      child?.kill("SIGKILL");
      killed++;
    }
  };
  let killing: Promise<void> | undefined;
  const ingests = (async () => {
    for (const folder of bundles)
      await run(process.execPath, [ROOST, "ingest", folder], {
        cwd: PROJECT,
        env,
      });
  })();
  const favorites = acknowledged(
    FAVORITES,
    async (n) => (await fan.post(`/v1/favorites/post/patreon/1/${n}`)).status,
    (count) => {
      if (count > FAVORITES * FIRST) killing ??= kill();
    },
  );
  const hides = acknowledged(
    HIDDEN,
    async (n) => {
      const target = { service: "patreon", user: "1", post: `${FAVORITES + n}` }; // a hidden post takes no favorite
      return (await mod.post("/v1/account/moderator/hidden", { targets: [target], reason: "A test." }))
        .status;
    },
    () => {},
  );
  const [favored, hidden] = await Promise.all([favorites, hides, ingests]);
  await killing;
  over = true;
  await readers;

  expect(killed).toBe(2);
  expect(proxy.passed).toBeGreaterThan(0); // the killed one was asked and passed over
  expect(favored).toHaveLength(FAVORITES);
  expect(hidden).toHaveLength(HIDDEN);
  expect(new Set(reads)).toEqual(new Set([200]));
  const [found] = await sql<[{ favorites: number; hidden: number; posts: number }]>`
    select (select count(*) from favorite_posts) as favorites,
      (select count(*) from posts where hidden and service = 'patreon') as hidden,
      (select count(*) from posts where service = 'fanbox') as posts`;
  expect(found).toEqual({ favorites: FAVORITES, hidden: HIDDEN, posts: POSTS });

  await index.idle(); // by the indexer that is left, rows of the killed one included
  const verify = await run(process.execPath, [ROOST, "index", "verify"], {
    cwd: PROJECT,
    env,
  });
  expect(verify.stdout).toContain("0 differences");
  expect(await index.engine.count(index.engine.uid("posts"))).toBe(FAVORITES + POSTS);
  const [survivor] = indexers;
  expect(survivor?.exitCode).toBeNull();
  survivor?.kill("SIGTERM");
  await once(survivor!, "exit");
}, 600_000);
