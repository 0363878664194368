/** Reading while people favorite: each answer with and without 100 favorites a second, in the same run. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { build } from "#backend/supervisor/build.ts";
import type { WriteOrder, WriteReport } from "./favorite-writer.ts";
import { type Line, ms, percentile } from "./measure.ts";
import type { Setting } from "./setting.ts";

const PER_SECOND = 100;
const SECONDS = 60;
/** Before and after the writes. */
const QUIET_SECONDS = 35;
/** Between two requests: readers, not a load test. */
const PAUSE_MS = 8;
const GOAL = 1.2;
/** Roll-ups are 60 s apart; what follows a commit varies by less than this. */
const MINUTE_MS = 59_000;

interface Case {
  what: string;
  path: (round: number) => string;
  /** Sends the ETag of the last answer. */
  conditional?: true;
  accept?: string;
}

export async function benchWrites(
  setting: Setting,
  full: { url: string; sql: Sql },
  api: () => Promise<{ origin: string }>,
): Promise<Line[]> {
  const { sql, url } = full;
  await build({ log: console.log });
  await recordPushes(sql);
  await setting.start("indexer", { DATABASE_URL: url });
  await untilCalm(sql);
  const { origin } = await api();
  const writer = await setting.start("tests/bench/favorite-writer.ts", { DATABASE_URL: url });
  const cases = await readCases(sql);
  const before = await favorites(sql);
  await readFor(origin, cases, 10_000); // warm-up

  const quiet = await readFor(origin, cases, QUIET_SECONDS * 1000);
  await sql`truncate bench_pushes`;
  const reported = once(writer, "message") as Promise<[WriteReport]>;
  writer.send({ seconds: SECONDS, perSecond: PER_SECOND } satisfies WriteOrder);
  const busy = await readFor(origin, cases, SECONDS * 1000);
  const [{ written, slowest }] = await reported;
  await untilCalm(sql);
  const after = await readFor(origin, cases, QUIET_SECONDS * 1000);
  console.log(`${written} favorites, the slowest transaction took ${ms(slowest)}`);

  const without = quiet.map((times, at) => [...times, ...after[at]!]);
  return [
    ...cases.flatMap(({ what }, at) => compare(what, busy[at]!, without[at]!)),
    {
      what: "favorites counted, of those written",
      ours: String((await favorites(sql)) - before),
      limit: String(written),
      ratio: ((await favorites(sql)) - before) / written,
      goal: "= 1.00",
      met: (await favorites(sql)) - before === written,
    },
    await pushLine(sql),
  ];
}

function compare(what: string, busy: number[], quiet: number[]): Line[] {
  return [0.5, 0.95].map((share) => {
    const [ours, limit] = [percentile(busy, share), percentile(quiet, share)];
    return {
      what: `${what}, p${share * 100} of ${busy.length} with writes against ${quiet.length} without`,
      ours: ms(ours),
      limit: ms(limit),
      ratio: ours / limit,
      goal: share === 0.95 ? `<= ${GOAL.toFixed(2)}` : "-",
      met: share === 0.95 ? ours / limit <= GOAL : undefined,
    };
  });
}

async function readCases(sql: Sql): Promise<Case[]> {
  const posts = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from posts where not hidden order by md5(id) limit 5000`;
  const words = await sql<{ tag: string }[]>`
    select tag from tags where post_count > 0 and length(tag) > 2 order by md5(tag) limit 200`;
  const post = (round: number) => {
    const { service, user, id } = posts[round % posts.length]!;
    return `/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`;
  };
  return [
    { what: "/creators, 304", path: () => "/api/v1/creators", conditional: true },
    { what: "/creators, 200", path: () => "/api/v1/creators" },
    { what: "/posts", path: (round) => `/api/v1/posts?o=${(round % 20) * 50}` },
    { what: "a post", path: (round) => `/api/v1${post(round)}` },
    { what: "page of a post", path: post, accept: "text/html" },
    {
      what: "/search",
      path: (round) => `/api/v1/search?q=${encodeURIComponent(words[round % words.length]!.tag)}`,
    },
  ];
}

/** Goes on from one reading to the next, so that no reading finds pages that the one before it had rendered and cached. */
let round = 0;

/** Requests one after the other, each case in turn. @returns the milliseconds of each case */
async function readFor(origin: string, cases: Case[], time: number): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[][] = cases.map(() => []);
  const etags: (string | undefined)[] = [];
  const end = performance.now() + time;
  for (; performance.now() < end; round++) {
    for (const [at, { path, conditional, accept = "*/*" }] of cases.entries()) {
      const held = conditional ? etags[at] : undefined;
      const begun = performance.now();
      etags[at] = await ask(agent, origin + path(round), {
        accept,
        "accept-encoding": "br",
        ...(held === undefined ? {} : { "if-none-match": held }),
      });
      if (!conditional || held !== undefined) times[at]!.push(performance.now() - begun);
      await sleep(PAUSE_MS);
    }
  }
  agent.destroy();
  return times;
}

function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200 || response.statusCode === 304) resolve(response.headers.etag);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Nothing is left to roll up or to index. */
async function untilCalm(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<[{ busy: boolean }]>`
      select exists (select from favorite_deltas) or exists (select from index_outbox where queued_at <= now()) as busy`;
    if (!row.busy) return;
    await sleep(250);
  }
}

async function favorites(sql: Sql): Promise<number> {
  const [row] = await sql<[{ n: number }]>`
    select (select sum(favorites) from post_counts) + (select sum(favorites) from creator_counts) as n`;
  return row.n;
}

/** Every time the indexer takes a document from the outbox to push it. */
async function recordPushes(sql: Sql): Promise<void> {
  await sql`create table bench_pushes (index_name text, service text, id text, at timestamptz default clock_timestamp())`;
  await sql`create function bench_record_push() returns trigger language plpgsql as $$ begin
    insert into bench_pushes values (new.index_name, new.service, new.id); return null; end $$`;
  await sql`create trigger bench_record_push after update on index_outbox for each row
    when (new.leased_by is not null and new.leased_by is distinct from old.leased_by) execute function bench_record_push()`;
}

async function pushLine(sql: Sql): Promise<Line> {
  const [row] = await sql<[{ pushes: number; documents: number; most: number }]>`
    select count(*) as pushes, count(distinct (index_name, service, id)) as documents, coalesce(max(n), 0) as most from (
      select index_name, service, id, count(*) over (partition by index_name, service, id order by at
        range between current row and make_interval(secs => ${MINUTE_MS / 1000}) following) as n from bench_pushes
    ) each_push`;
  return {
    what: `index pushes of one document within a minute, of ${row.pushes} pushes of ${row.documents} documents`,
    ours: String(row.most),
    limit: "1",
    ratio: row.most,
    goal: "<= 1.00",
    met: row.most <= 1,
  };
}
