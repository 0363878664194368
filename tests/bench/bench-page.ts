/** Post pages over HTTP against the bare query through the same driver, and against the least that Node does for them. */
import autocannon from "autocannon";
import type { Sql } from "#backend/db/client.ts";
import { type PostKey, postPage } from "#backend/features/posts/post-queries.ts";
import { freePort } from "#backend/supervisor/processes.ts";
import { compare, cpuOf, type Line, median, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const HOST = "127.0.0.1";
const SECONDS = 2;
const CONCURRENCY = 10; // as many as the driver's pool has connections
const POSTS = 500;

export async function benchPage(
  setting: Setting,
  full: { url: string; sql: Sql },
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const { sql } = full;
  const posts = await sql<PostKey[]>`
    select service, "user" as id, id as post from posts order by md5(id) limit ${POSTS}`;
  const floor = await startFloor(setting, full.url);
  const ours: number[] = [];
  const least: number[] = [];
  const found = await rounds({
    http: () => pages(api, posts, ours),
    floor: () => pages(floor, posts, least),
    query: () => queries(sql, posts),
  });
  const ofQuery = (median(found.floor!) / median(found.query!)).toFixed(2);
  const cpu = (used: readonly number[]) =>
    used.length > 0 ? ` (${median(used).toFixed(2)} ms of its CPU each)` : "";
  return [
    compare(`post page, requests${cpu(ours)}, against the bare query`, found.http!, found.query!, rate, {
      atLeast: 0.7,
    }),
    compare(
      `the same against Node alone${cpu(least)}, which reaches ${ofQuery} of the query`,
      found.http!,
      found.floor!,
      rate,
    ),
  ];
}

/** Requests a second for pages of these posts. @param cpu gets the milliseconds of CPU that the process took for each */
async function pages(
  { origin, pid }: { origin: string; pid: number | undefined },
  posts: readonly PostKey[],
  cpu: number[],
): Promise<number> {
  const requests = posts.map(({ service, id, post }) => ({
    path: `/api/v1/${service}/user/${encodeURIComponent(id)}/post/${encodeURIComponent(post)}`,
  }));
  const before = await cpuOf(pid);
  const result = await autocannon({ url: origin, connections: CONCURRENCY, duration: SECONDS, requests });
  const after = await cpuOf(pid);
  if (result.errors + result.non2xx > 0)
    throw new Error(`${result.errors + result.non2xx} post pages failed`);
  if (before !== undefined && after !== undefined) cpu.push((after - before) / result["2xx"]);
  return result["2xx"] / result.duration;
}

async function startFloor(
  setting: Setting,
  url: string,
): Promise<{ origin: string; pid: number | undefined }> {
  const port = String(await freePort(HOST));
  const { pid } = await setting.start("tests/bench/page-floor.ts", { DATABASE_URL: url, PORT: port });
  return { origin: `http://${HOST}:${port}`, pid };
}

async function queries(sql: Sql, posts: readonly PostKey[]): Promise<number> {
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  let done = 0;
  let next = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await postPage(sql, posts[next++ % posts.length]!);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return done / ((performance.now() - begun) / 1000);
}
