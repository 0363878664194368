/** Every list and page over HTTP against its query through the same driver, one after the other over one connection. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Sql } from "#backend/db/client.ts";
import { creatorDms, latestDms } from "#backend/features/dms/queries.ts";
import { linkedPosts } from "#backend/features/posts/linked-queries.ts";
import * as list from "#backend/features/posts/list-queries.ts";
import { countPopular, popularPosts } from "#backend/features/posts/popular-queries.ts";
import { comments, postPage } from "#backend/features/posts/post-queries.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { MAX_POPULAR, popularWindow } from "#shared/rules/popular.ts";
import { compare, cpuOf, type Line, median, ms, percentile, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const ASKED_A_ROUND = 40;
const CREATORS = 100_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Api {
  origin: string;
  pid: number | undefined;
}

interface Case {
  what: string;
  path: string;
  query: () => Promise<unknown>;
}

export async function benchPages(_: Setting, sql: Sql, api: Api): Promise<Line[]> {
  await calm();
  const lines: Line[] = [];
  const medians = new Map<string, number>();
  for (const one of await cases(sql)) {
    const { lines: two, p50 } = await measure(one, api);
    medians.set(one.what, p50);
    lines.push(...two);
  }
  const [top, deep] = [medians.get(TOP), [...medians].find(([what]) => what.startsWith("posts, deep"))?.[1]];
  if (top !== undefined && deep !== undefined)
    lines.push({
      what: "deep page against the first, p50",
      ours: ms(deep),
      limit: ms(top),
      ratio: deep / top,
      goal: "<= 3.00",
      met: deep / top <= 3,
    });
  const own = medians.get(OWN);
  for (const [what, p50] of medians)
    if (own !== undefined && what.startsWith(ALL_PROFILES))
      lines.push({
        what: `${what} against a creator's posts, p50`,
        ours: ms(p50),
        limit: ms(own),
        ratio: p50 / own,
        goal: "-",
        met: undefined,
      });
  lines.push(...(await unchanged(sql, api)));
  await fillCreators(sql);
  await calm();
  lines.push(...(await creators(api)));
  return lines;
}

const TOP = "posts, first page";
const OWN = "a creator's posts";
const ALL_PROFILES = "all profiles";

/** The deepest page there is, the largest creator, a post with comments. */
async function cases(sql: Sql): Promise<Case[]> {
  const total = await list.countPosts(sql);
  const deepest = Math.max(0, Math.floor((Math.min(total, 50_000) - 1) / PAGE_SIZE) * PAGE_SIZE);
  const [big] = await sql<[{ service: string; user: string; posts: number }]>`
    select service, id as "user", post_count as posts from creators where not hidden order by post_count desc, service, id limit 1`;
  const own = Math.floor((big.posts - 1) / PAGE_SIZE) * PAGE_SIZE;
  const [talk] = await sql<{ service: string; id: string; post: string }[]>`
    select m.service, p."user" as id, m.post from comments m join posts p on p.service = m.service and p.id = m.post
    where not p.hidden group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 1`;
  const [writer] = await sql<{ service: string; id: string }[]>`
    select service, id from creators where dm_count > 0 and not hidden order by dm_count desc, service, id limit 1`;
  const [day] = await sql<[{ date: string }]>`
    select to_char(max(published), 'YYYY-MM-DD') as date from posts where not hidden and published < now()`;
  const window = popularWindow("month", day.date, Date.now());
  const of = ({ service, user }: { service: string; user: string }) =>
    `/api/v1/${service}/user/${encodeURIComponent(user)}`;
  const both = (offset: number) => () => Promise.all([list.countPosts(sql), list.latestPosts(sql, offset)]);
  const post =
    talk && `${of({ service: talk.service, user: talk.id })}/post/${encodeURIComponent(talk.post)}`;
  return [
    { what: TOP, path: "/api/v1/posts", query: both(0) },
    { what: `posts, deep (o=${deepest})`, path: `/api/v1/posts?o=${deepest}`, query: both(deepest) },
    { what: OWN, path: `${of(big)}/posts`, query: () => list.creatorPosts(sql, big, 0) },
    {
      what: `a creator's posts, deep (o=${own})`,
      path: `${of(big)}/posts?o=${own}`,
      query: () => list.creatorPosts(sql, big, own),
    },
    ...(await profiles(sql, big)),
    ...(talk && post
      ? [
          { what: "post page", path: post, query: () => postPage(sql, talk) },
          { what: "comments", path: `${post}/comments`, query: () => comments(sql, talk) },
        ]
      : []),
    { what: "DMs", path: "/api/v1/dms", query: () => latestDms(sql, { offset: 0, limit: PAGE_SIZE }) },
    ...(writer
      ? [
          {
            what: "a creator's DMs",
            path: `${of({ service: writer.service, user: writer.id })}/dms`,
            query: () => creatorDms(sql, writer),
          },
        ]
      : []),
    {
      what: "popular of a month",
      path: `/api/v1/posts/popular?period=month&date=${day.date}`,
      query: () =>
        Promise.all([
          countPopular(sql, window, MAX_POPULAR),
          popularPosts(sql, window, { offset: 0, limit: PAGE_SIZE }),
        ]),
    },
  ];
}

/** The first and the deepest page of the largest creator and the next one, linked. */
async function profiles(sql: Sql, { service, user: id }: { service: string; user: string }): Promise<Case[]> {
  await sql`
    update creators set relation_id = (select coalesce(max(relation_id), 0) + 1 from creators)
    where (service, id) in (
      select service, id from creators where not hidden order by post_count desc, service, id limit 2)`;
  await sql`analyze linked_posts`;
  const [deep] = await sql<{ at: string; service: string; id: string }[]>`
    select extract(epoch from listed_at)::text as at, service, id from (
      select l.* from linked_posts l join creators c on c.relation_id = l.relation_id
      where c.service = ${service} and c.id = ${id} and not (repeats_file or repeats_attachments)
      order by listed_at, l.service desc, l.id desc limit ${PAGE_SIZE + 1}
    ) last order by listed_at desc, service, id limit 1`;
  const path = `/api/v1/${service}/user/${encodeURIComponent(id)}/links/posts`;
  const after = deep && encodeURIComponent(`${deep.at}/${deep.service}/${deep.id}`);
  const of = (cursor?: typeof deep) => () => linkedPosts(sql, { service, id }, cursor);
  return [
    { what: ALL_PROFILES, path, query: of() },
    ...(after ? [{ what: `${ALL_PROFILES}, deep`, path: `${path}?after=${after}`, query: of(deep) }] : []),
  ];
}

async function measure({ what, path, query }: Case, api: Api): Promise<{ lines: Line[]; p50: number }> {
  const cpu: number[] = [];
  const found = await rounds({
    ours: async () => {
      const before = await cpuOf(api.pid);
      const times = await timesOf(() => answer(api.origin + path));
      const after = await cpuOf(api.pid);
      if (before !== undefined && after !== undefined) cpu.push((after - before) / times.length);
      return times;
    },
    query: () => timesOf(query),
  });
  const at = (side: string, share: number) => found[side]!.map((times) => percentile(times, share));
  const lines = [0.5, 0.95].map((share) =>
    compare(
      `${what} p${share * 100}${share === 0.5 ? cpuNote(cpu) : ""}`,
      at("ours", share),
      at("query", share),
      ms,
    ),
  );
  return { lines, p50: median(at("ours", 0.5)) };
}

const cpuNote = (cpu: readonly number[]) =>
  cpu.length > 0 ? ` (${median(cpu).toFixed(2)} ms of API CPU each)` : "";

/** Compares the answer for a page that a visitor has cached with an empty query. */
async function unchanged(sql: Sql, { origin, pid }: Api): Promise<Line[]> {
  const url = `${origin}/api/v1/creators`;
  const etag = (await answer(url, { "accept-encoding": "br" })).headers.etag ?? "";
  const cpu: number[] = [];
  const found = await rounds({
    ours: async () => {
      const before = await cpuOf(pid);
      const times = await timesOf(() => answer(url, { "if-none-match": etag }, 304), 300);
      const after = await cpuOf(pid);
      if (before !== undefined && after !== undefined) cpu.push((after - before) / times.length);
      return times;
    },
    query: () => timesOf(() => sql`select 1`, 300),
  });
  return [0.5, 0.95].map((share) => {
    const at = (side: string) => found[side]!.map((times) => percentile(times, share));
    const note = share === 0.5 ? cpuNote(cpu) : "";
    return compare(`creators, 304 p${share * 100}${note} against select 1`, at("ours"), at("query"), ms);
  });
}

/** Up to CREATORS, with ids and dates of their own and names put together of those there are. */
export async function fillCreators(sql: Sql): Promise<void> {
  await sql`
    with known as (select array_agg(name order by service, id) as names, count(*)::int as n from creators)
    insert into creators (service, id, name, indexed, updated)
    select (array['patreon', 'fanbox', 'fantia', 'gumroad', 'onlyfans', 'fansly'])[1 + i % 6],
      ('x' || substr(md5(i::text), 1, 7))::bit(28)::int::text || i, names[1 + i % n] || ' ' || names[1 + (i * 7919) % n],
      now() - make_interval(secs => i * 977), now() - make_interval(secs => (i::bigint * 7919) % 30000000)
    from known, generate_series(1, greatest(0, ${CREATORS} - n)) i`;
  await sql`update creator_counts set favorites = abs(hashtext(id)) % 977 where favorites = 0`;
}

/** Bytes over the wire; the limit is the same text as it is. */
async function creators({ origin, pid }: Api): Promise<Line[]> {
  const url = `${origin}/api/v1/creators`;
  const whole = (await answer(url, { "accept-encoding": "identity" })).bytes;
  const lines: Line[] = [];
  for (const encoding of ["identity", "gzip", "zstd", "br"]) {
    const headers = { "accept-encoding": encoding };
    await settledSize(url, headers);
    const before = await cpuOf(pid);
    const times: number[] = [];
    let bytes = 0;
    for (let i = 0; i < 30; i++) {
      const begun = performance.now();
      bytes = (await answer(url, headers)).bytes;
      times.push(performance.now() - begun);
    }
    const after = await cpuOf(pid);
    const cpu = before !== undefined && after !== undefined ? [(after - before) / times.length] : [];
    lines.push({
      what: `100,000 creators, ${encoding}${cpuNote(cpu)}, p50 ${ms(median(times))}`,
      ours: `${bytes} B`,
      limit: `${whole} B`,
      ratio: bytes / whole,
      goal: "-",
      met: undefined,
    });
  }
  return lines;
}

/** The list is compressed harder some seconds after it was made: waits until its size is stable, 30 s at most. */
async function settledSize(url: string, headers: Record<string, string>): Promise<void> {
  const first = (await answer(url, headers)).bytes;
  if (headers["accept-encoding"] === "identity") return;
  for (let i = 0; i < 30; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if ((await answer(url, headers)).bytes !== first || i > 15) return;
  }
}

/** Earlier changes have been notified, and nothing writes any more. */
const calm = () => new Promise((resolve) => setTimeout(resolve, 1_500));

async function timesOf(ask: () => Promise<unknown>, count = ASKED_A_ROUND): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times;
}

function answer(
  url: string,
  headers: Record<string, string> = { "accept-encoding": "identity" },
  status = 200,
): Promise<{ bytes: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.once("end", () =>
        response.statusCode === status
          ? resolve({ bytes, headers: response.headers })
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
      response.once("error", reject);
    });
    sent.once("error", reject);
    sent.end();
  });
}
