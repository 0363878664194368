/** Visitors' reads with and without a replica, while posts are committed: how many it answers, and what is left for the primary. */
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { startReplicated } from "#tests/support/replicated.ts";
import { cpuOf, type Line, ms, percentile } from "./measure.ts";
import type { Setting } from "./setting.ts";

const READERS = 4;
/** Duration of each turn. */
const SECONDS = 5;
/** Commits of one post each; an ingest commits a few thousand posts a second in some five transactions. */
const COMMITS_PER_SECOND = [0, 5, 50];
const TOKEN = "the token of the bench";

/** @param posts in the archive */
export async function benchReplica(setting: Setting, posts: number): Promise<Line[]> {
  await using engines = await startReplicated();
  const { primary, replica } = engines;
  await fill(primary.sql, posts);
  const env = { METRICS_TOKEN: TOKEN };
  const apis = {
    alone: await setting.startApi(primary.url, env),
    replicated: await setting.startApi(primary.url, { ...env, DATABASE_READ_URL: replica.url }),
  };
  const lines: Line[] = [];
  for (const perSecond of COMMITS_PER_SECOND) {
    const what = `${perSecond} commits of posts a second`;
    await readFor(apis.replicated.origin, 2); // until the replica has replayed what is there
    const before = await answered(apis.replicated.origin);
    const turns: Record<keyof typeof apis, Measured[]> = { alone: [], replicated: [] };
    for (const name of ["alone", "replicated", "replicated", "alone"] as const)
      turns[name].push(await measured(primary.sql, apis[name], perSecond));
    const [alone, replicated] = [together(turns.alone), together(turns.replicated)];
    const after = await answered(apis.replicated.origin);
    const [ours, all] = [
      after.replica - before.replica,
      after.replica + after.primary - before.replica - before.primary,
    ];
    const quiet = await measured(primary.sql, undefined, perSecond);
    const own = together([quiet, quiet]);
    const line = (name: string, a: number, b: number, shown: (value: number) => string): Line => ({
      what: `${name}, ${what}`,
      ours: shown(a),
      limit: shown(b),
      ratio: a / b,
      goal: "-",
      met: undefined,
    });
    lines.push(
      line("reads answered by the replica", ours, all, String),
      line(
        "p50 with and without a replica",
        percentile(replicated.times, 0.5),
        percentile(alone.times, 0.5),
        ms,
      ),
      line(
        "p95 with and without a replica",
        percentile(replicated.times, 0.95),
        percentile(alone.times, 0.95),
        ms,
      ),
      line("CPU of the API for a read", forRead(replicated), forRead(alone), ms),
      line(
        "CPU of the primary for a read, beside what it takes unread",
        per(replicated, own),
        per(alone, own),
        ms,
      ),
    );
  }
  return lines;
}

interface Measured {
  times: number[];
  /** CPU time of the primary and of the API, in milliseconds. */
  cpu: number;
  api: number;
}

interface Api {
  origin: string;
  pid: number | undefined;
}

const forRead = ({ times, api }: Measured) => api / times.length;

const together = (turns: Measured[]): Measured => ({
  times: turns.flatMap(({ times }) => times),
  cpu: turns.reduce((sum, { cpu }) => sum + cpu, 0),
  api: turns.reduce((sum, { api }) => sum + api, 0),
});

const per = ({ times, cpu }: Measured, own: Measured) => Math.max(0, cpu - own.cpu) / times.length;

/** Reads for a while, or only waits, while posts are committed. */
async function measured(primary: Sql, api: Api | undefined, perSecond: number): Promise<Measured> {
  let over = false;
  const writing = (async () => {
    for (let n = 0; !over; n++) {
      if (perSecond > 0)
        await primary`update posts set title = ${`Changed ${n}`} where id = ${String(n % 1_000)}`;
      await sleep(perSecond > 0 ? 1000 / perSecond : 100);
    }
  })();
  const taken = async () => ({ cpu: await cpuOfAll(primary), api: (await cpuOf(api?.pid)) ?? 0 });
  const before = await taken();
  const times = api === undefined ? await sleep(SECONDS * 1000, []) : await readFor(api.origin, SECONDS);
  const after = await taken();
  over = true;
  await writing;
  return { times, cpu: after.cpu - before.cpu, api: after.api - before.api };
}

/** CPU time of all processes a server has now, in milliseconds; pools keep theirs. */
async function cpuOfAll(sql: Sql): Promise<number> {
  const all = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const times = await Promise.all(all.map(({ pid }) => cpuOf(pid)));
  return times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

async function readFor(origin: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const reader = async (first: number) => {
    for (let n = first; performance.now() < until; n += READERS) {
      const path = n % 2 === 0 ? "/api/v1/posts" : `/api/v1/patreon/user/${n % 100}/posts`;
      const begun = performance.now();
      await get(`${origin}${path}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)));
  return times;
}

function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    sent.once("error", reject).end();
  });
}

async function answered(origin: string): Promise<{ replica: number; primary: number }> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await answer.text()).split("\n");
  const count = (server: string) =>
    Number(
      lines.find((line) => line.startsWith(`roost_reads_total{server="${server}"}`))?.split(" ")[1] ?? 0,
    );
  return { replica: count("replica"), primary: count("primary") };
}

async function fill(sql: Sql, posts: number): Promise<void> {
  await sql`
    insert into creators (service, id, name, indexed, updated)
    select 'patreon', n::text, 'Creator ' || n, now(), now() from generate_series(0, 99) n`;
  for (let from = 0; from < posts; from += 2_000)
    await sql`
      insert into posts (service, id, "user", title, content, added, published)
      select 'patreon', n::text, (n % 100)::text, 'Post ' || n, repeat('text ', 60), now() - n * interval '1 minute', now()
      from generate_series(${from}::int, ${Math.min(posts, from + 2_000) - 1}::int) n`;
  await sql`vacuum analyze`;
}
