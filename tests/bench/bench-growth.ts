/** An archive as it grows: ingest, index, sizes, memory and answers at each power of ten, in one run. */
import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { generateSample } from "#backend/sample/generate.ts";
import { findPosts } from "#backend/search/posts.ts";
import { openEngine } from "#indexer/meili.ts";
import { untilDrained, verify } from "#indexer/verify.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { ingest } from "./bundles.ts";
import { columns, cpuOf, type Line, ms, ownMemoryOf, peakOf, percentile, rate } from "./measure.ts";
import { type Calls, requestsOf, timesOf, wordsOf } from "./search-calls.ts";
import { end, openSetting, type Setting } from "./setting.ts";

/** Answers are held against those of so many posts. */
const USUAL = 100_000;
const CLIENTS = [1, 16];
/** Calls of each kind by one client; sixteen make more. */
const CALLS = 200;
const CALLS_OF_MANY = 800;
const ROUNDS = 2;
const MAX_OFFSET = 50_000;
const PAGE = 50;
/** Without progress for so long, in seconds, the run ends. */
const TIMEOUT_SECONDS = 900;
const SEED = "growth";
/** The requests that searches of the API make of the engine, sent straight. */
const ENGINE = "search, engine alone";

/** Figures of a stage, besides its times. */
const FIGURES = [
  "ingest",
  "index, s",
  "documents",
  "indexer CPU",
  "indexer, peak",
  "engine",
  "engine, own memory",
  "tables",
  "indexes",
  "API, peak",
];

/** p95 in milliseconds by what was asked and how many asked. */
type Times = Map<string, number>;

interface Stage {
  posts: number;
  row: string[];
  times: Times;
}

const begun = performance.now();

function say(what: string): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${what}`);
}

/** Ingests a sample of so many posts part by part, with no indexer; at each power of ten it is indexed and read. */
export async function benchGrowth(posts: number): Promise<Line[]> {
  await using setting = await openSetting();
  const { url, sql } = await setting.database("growth");
  const stages = stagesOf(posts);
  const tenths = Array.from({ length: 10 }, (_, n) => Math.round((posts * (n + 1)) / 10));
  const ends = [...new Set([...tenths, ...stages])].filter((n) => n >= 600).sort((a, b) => a - b);
  const parts: { from: number; to: number; seconds: number }[] = [];
  const done: Stage[] = [];
  let words: string[] | undefined; // the same at every stage
  for (const to of ends) {
    const from = parts.at(-1)?.to ?? 0;
    const seconds = await ingestPart(setting, sql, from, to);
    parts.push({ from, to, seconds });
    say(`${to} posts in, the last ${to - from} at ${rate((to - from) / seconds)}`);
    if (!stages.includes(to)) continue;
    const indexed = await index(setting, url, sql);
    await sql`vacuum analyze`;
    words ??= await wordsOf(sql, CALLS_OF_MANY);
    const calls = await callsOf(sql, words);
    const read = await readAll(setting, url, calls, {
      straight: { [ENGINE]: await engineCalls(setting, words) },
    });
    const of = (share: number) => parts.filter((part) => part.from >= share).reduce(sum, { n: 0, s: 0 });
    const sofar = of(0);
    done.push({
      posts: to,
      row: [rate(sofar.n / sofar.s), ...indexed, ...(await sizes(sql)), read.memory],
      times: read.times,
    });
    say(`${to} posts measured, load average ${loadavg()[0]!.toFixed(2)}\n`);
    report(done, FIGURES);
  }
  console.log(`\nParts: ${parts.map(({ to, from, seconds }) => rate((to - from) / seconds)).join(", ")}\n`);
  await verifyAll(setting, url, sql);
  await hotUpdates(sql);
  const first = parts.filter(({ to }) => to <= tenths[0]!).reduce(sum, { n: 0, s: 0 });
  const last = parts.filter(({ from }) => from >= tenths[8]!).reduce(sum, { n: 0, s: 0 });
  const [early, late] = [first.n / first.s, last.n / last.s];
  return [
    {
      what: "ingest, the last tenth against the first, posts",
      ours: rate(late),
      limit: rate(early),
      ratio: late / early,
      goal: ">= 0.80",
      met: late / early >= 0.8,
    },
    ...growthOf(done),
  ];
}

const sum = (total: { n: number; s: number }, part: { from: number; to: number; seconds: number }) => ({
  n: total.n + part.to - part.from,
  s: total.s + part.seconds,
});

/** Powers of ten from 10,000 on, and the end. */
function stagesOf(posts: number, from = 10_000): number[] {
  const stages: number[] = [];
  for (let n = from; n < posts; n *= 10) stages.push(n);
  return [...stages, posts];
}

async function ingestPart({ folder }: Setting, sql: Sql, from: number, to: number): Promise<number> {
  const part = join(folder, `part-${to}`);
  await generateSample({ posts: to - from, after: from, seed: SEED, out: part, pictures: 1 });
  const seconds = await ingest(sql, part, join(folder, "store"));
  await rm(part, { recursive: true });
  return seconds;
}

/** Lets an indexer bring what is queued. @returns seconds, documents, memory and sizes */
async function index(setting: Setting, url: string, sql: Sql): Promise<string[]> {
  const [{ n }] = await sql<[{ n: number }]>`select count(*) as n from index_outbox where queued_at <= now()`;
  const started = performance.now();
  const indexer = await setting.start("indexer", { DATABASE_URL: url });
  const isDue = async () => (await sql`select from index_outbox where queued_at <= now() limit 1`).length > 0;
  for (let said = started; await isDue(); await sleep(250)) {
    if (performance.now() - said < 30_000) continue;
    said = performance.now();
    const [left] = await sql<
      [{ n: number }]
    >`select count(*) as n from index_outbox where queued_at <= now()`;
    say(`${left.n} documents to be indexed`);
  }
  const seconds = (performance.now() - started) / 1000;
  const cpu = await cpuOf(indexer.pid);
  const peak = await peakOf(indexer.pid);
  const own = await ownMemoryOf(setting.meiliPid());
  await end(indexer);
  say(`${n} documents indexed at ${rate(n / seconds)}`);
  const answer = await fetch(`${setting.meili.url}/stats`, {
    headers: { authorization: `Bearer ${setting.meili.key}` },
  });
  const { databaseSize } = (await answer.json()) as { databaseSize: number };
  return [
    seconds.toFixed(1),
    `${n} (${rate(n / seconds)})`,
    cpu === undefined ? "-" : `${((cpu / n) * 1000).toFixed(0)} us`,
    megabytes(peak),
    megabytes(databaseSize / 1024 ** 2),
    megabytes(own),
  ];
}

const megabytes = (value: number) => (Number.isNaN(value) ? "-" : `${value.toFixed(0)} MB`);

async function sizes(sql: Sql): Promise<string[]> {
  const [size] = await sql<[{ tables: number; indexes: number }]>`
    select sum(pg_table_size(relid))::float8 as tables, sum(pg_indexes_size(relid))::float8 as indexes from pg_stat_user_tables`;
  return [megabytes(size.tables / 1024 ** 2), megabytes(size.indexes / 1024 ** 2)];
}

/** Paths by what they are, some hundred of each, so that no answer is asked for often enough to be kept. */
async function callsOf(sql: Sql, words: readonly string[] | undefined): Promise<Record<string, string[]>> {
  const [{ n }] = await sql<[{ n: number }]>`select count as n from totals where entity = 'posts'`;
  const deepest = Math.floor(Math.min(n, MAX_OFFSET) / PAGE) - 1;
  const posts = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from posts where not hidden order by md5(id) limit ${CALLS_OF_MANY}`;
  const days = await sql<{ date: string }[]>`
    select to_char(d, 'YYYY-MM-DD') as date from (select max(published)::date as last from posts where published < now()) p,
      generate_series(p.last - 400, p.last, interval '1 day') d`;
  const periods = ["day", "week", "month"];
  const many = (path: (n: number) => string) => Array.from({ length: CALLS_OF_MANY }, (_, at) => path(at));
  return {
    list: many((at) => `/api/v1/posts?o=${(at % 40) * PAGE}`),
    "deep page": many((at) => `/api/v1/posts?o=${(deepest - (at % 40)) * PAGE}`),
    "one post": posts.map(
      ({ service, user, id }) =>
        `/api/v1/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`,
    ),
    ...(words ? { search: words.map((word) => `/api/v1/posts?q=${encodeURIComponent(word)}`) } : {}),
    popular: many(
      (at) => `/api/v1/posts/popular?period=${periods[at % 3]}&date=${days[(at * 7) % days.length]!.date}`,
    ),
  };
}

/** Records the engine's requests for each word; their number depends on the hits. */
async function engineCalls(setting: Setting, words: readonly string[]): Promise<Calls[]> {
  const calls: Calls[] = [];
  for (const word of words)
    calls.push(
      await requestsOf(
        setting,
        (search, query) => findPosts(search, { query, offset: 0, defaultOrder: "added" }),
        word,
      ),
    );
  return calls;
}

interface Reading {
  /** Calls that do not go through the API. */
  straight?: Record<string, Calls[]>;
  env?: Record<string, string>;
}

async function readAll(
  setting: Setting,
  url: string,
  paths: Record<string, string[]>,
  { straight = {}, env = {} }: Reading,
): Promise<{ times: Times; memory: string }> {
  const api = await setting.startApi(url, { SEARCH_TIMEOUT_MS: "60000", ...env });
  const through = Object.entries(paths).map(([what, list]): [string, Calls[]] => [
    what,
    list.map((path) => ({ url: api.origin + path })),
  ]);
  const cases = [...through, ...Object.entries(straight)].flatMap(([what, list]) =>
    CLIENTS.map((clients) => ({
      what: `${what}, ${clients === 1 ? "1 client" : `${clients} clients`}`,
      clients,
      calls: list.slice(0, clients === 1 ? CALLS : CALLS_OF_MANY),
    })),
  );
  const found = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++)
    for (const { what, clients, calls } of cases) {
      const some = round === 0 ? calls.slice(0, CALLS / 2) : calls; // first a warm-up
      const times = await timesOf(some, clients).catch((error: unknown) => {
        say(`${what}: ${error}`); // the hours before it are not lost
        return [];
      });
      if (round > 0) found.set(what, [...(found.get(what) ?? []), ...times]);
    }
  const memory = megabytes(await peakOf(api.pid));
  await end(api.child);
  return { times: new Map([...found].map(([what, times]) => [what, percentile(times, 0.95)])), memory };
}

function report(stages: readonly Stage[], names: readonly string[]): void {
  const whats = [...(stages[0]?.times.keys() ?? [])];
  const posts = stages.map((stage) => stage.posts.toLocaleString("en"));
  console.log(
    columns([
      ["posts", ...posts],
      ...names.map((name, at) => [name, ...stages.map(({ row }) => row[at] ?? "-")]),
      ...whats.map((what) => [
        `${what}, p95`,
        ...stages.map(({ times }) => ms(times.get(what) ?? Number.NaN)),
      ]),
    ]),
  );
}

/** Each p95 of the last stage against the one of 100,000 posts, or of the first stage where there is no such before it. */
function growthOf(stages: readonly Stage[]): Line[] {
  const last = stages.at(-1)!;
  const first = stages.find(({ posts }) => posts === USUAL && posts < last.posts) ?? stages[0]!;
  if (first === last) return [];
  const goal = last.posts > 1_000_000 ? 3 : 1.5;
  return [...last.times].map(([what, time]) => {
    const limit = first.times.get(what) ?? Number.NaN;
    const isOurs = !what.startsWith(ENGINE);
    return {
      what: `${what}, p95 at ${last.posts.toLocaleString("en")} posts against ${first.posts.toLocaleString("en")}`,
      ours: ms(time),
      limit: ms(limit),
      ratio: time / limit,
      goal: isOurs ? `<= ${goal.toFixed(2)}` : "-",
      met: isOurs ? time / limit <= goal : undefined,
    };
  });
}

async function verifyAll(setting: Setting, url: string, sql: Sql): Promise<void> {
  const indexer = await setting.start("indexer", { DATABASE_URL: url });
  const started = performance.now();
  const found = await verify(sql, openEngine(setting.meili), {
    drain: () => untilDrained(sql, TIMEOUT_SECONDS),
    progress: (name) => say(`verifying ${name}`),
  });
  await end(indexer);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\nindex verify, ${seconds} s:`);
  for (const name of INDEXES) {
    const { missing, ghost, stale } = found[name];
    console.log(`${name.padEnd(9)} ${missing} missing, ${ghost} without a row, ${stale} outdated`);
  }
}

async function hotUpdates(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string; updates: number; hot: number; dead: number; vacuums: number }[]>`
    select relname as name, n_tup_upd as updates, n_tup_hot_upd as hot, n_dead_tup as dead, autovacuum_count as vacuums
    from pg_stat_user_tables where n_tup_upd > 0 order by n_tup_upd desc`;
  console.log(
    `\n${columns([
      ["updates of", "all", "HOT", "share", "dead rows", "autovacuum"],
      ...rows.map(({ name, updates, hot, dead, vacuums }) => [
        ...[name, String(updates), String(hot), (hot / updates).toFixed(2), String(dead), String(vacuums)],
      ]),
    ])}`,
  );
}

/** Copies a base of 10,000 posts with their creators straight in the database up to `posts`; measures lists and posts only. */
export async function benchStraight(posts: number): Promise<Line[]> {
  const base = 10_000;
  await using setting = await openSetting();
  const { url, sql } = await setting.database("growth");
  await ingestPart(setting, sql, 0, base);
  // Search is not asked, and the index of tags would take most of the time and the disk.
  await sql`drop index posts_by_tag`;
  for (const table of ["creators", "creator_counts", "posts", "post_counts"])
    await sql`create table ${sql(`base_${table}`)} as table ${sql(table)}`;
  const done: Stage[] = [];
  let copies = 0;
  for (const stage of stagesOf(posts, USUAL)) {
    const started = performance.now();
    for (const wanted = Math.ceil(stage / base) - 1; copies < wanted; ) {
      const until = Math.min(wanted, copies + 20);
      await copy(sql, copies + 1, until);
      copies = until;
      if (copies % 100 === 0) say(`${(copies + 1) * base} posts`);
    }
    const seconds = (performance.now() - started) / 1000;
    await sql`vacuum analyze`;
    const read = await readAll(setting, url, await callsOf(sql, undefined), { env: { MEILI_URL: "" } });
    done.push({
      posts: stage,
      row: [`${seconds.toFixed(0)} s`, ...(await sizes(sql)), read.memory],
      times: read.times,
    });
    say(`${stage} posts measured, load average ${loadavg()[0]!.toFixed(2)}`);
  }
  console.log();
  report(done, ["made in", "tables", "indexes", "API, peak"]);
  return growthOf(done);
}

/** Copies numbered `from` to `to` of the base, each of creators of its own and some minutes older. */
async function copy(sql: Sql, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`; // nothing of this is indexed or counted one by one
    await tx`
      insert into creators (service, id, name, indexed, updated, icon, banner, post_count)
      select service, id || '~' || n, name || ' ' || n, indexed, updated - n * interval '1 minute', icon, banner, post_count
      from base_creators, ${numbers}`;
    await tx`
      insert into creator_counts (service, id, favorites)
      select service, id || '~' || n, favorites from base_creator_counts, ${numbers}`;
    await tx`
      insert into posts (service, id, "user", title, content, added, published, edited, file, attachments, tags)
      select service, id || '~' || n, "user" || '~' || n, title, content, added - n * interval '37 minutes',
        published - n * interval '37 minutes', edited, file, attachments, tags
      from base_posts, ${numbers}`;
    await tx`
      insert into post_counts (service, id, "user", favorites, listed_at, hidden)
      select service, id || '~' || n, "user" || '~' || n, favorites, listed_at - n * interval '37 minutes', hidden
      from base_post_counts, ${numbers}`;
    await tx`
      update totals set count = count + ${to - from + 1} * (select count(*) from base_posts where not hidden)
      where entity = 'posts'`;
  });
}
