/** Post pages over HTTP against the bare query through the same driver. */
import autocannon from "autocannon";
import type { Sql } from "#backend/db/client.ts";
import { postPage } from "#backend/features/posts/post-queries.ts";
import { cpuOf, type Line, median, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const SECONDS = 2;
const AT_ONCE = 10; // as many as the driver's pool has connections
const POSTS = 500;

export async function benchPage(
  _: Setting,
  sql: Sql,
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const posts = await sql<{ service: string; id: string; post: string }[]>`
    select service, "user" as id, id as post from posts order by md5(id) limit ${POSTS}`;
  const requests = posts.map(({ service, id, post }) => ({
    path: `/api/v1/${service}/user/${encodeURIComponent(id)}/post/${encodeURIComponent(post)}`,
  }));
  const cpu: number[] = [];
  const found = await rounds({
    http: async () => {
      const before = await cpuOf(api.pid);
      const result = await autocannon({ url: api.origin, connections: AT_ONCE, duration: SECONDS, requests });
      const after = await cpuOf(api.pid);
      if (result.errors + result.non2xx > 0)
        throw new Error(`${result.errors + result.non2xx} post pages failed`);
      if (before !== undefined && after !== undefined) cpu.push((after - before) / result["2xx"]);
      return result["2xx"] / result.duration;
    },
    query: () => queries(sql, posts),
  });
  const [ours, limit] = [median(found.http!), median(found.query!)];
  const note = cpu.length > 0 ? ` (${median(cpu).toFixed(2)} ms of API CPU each)` : "";
  return [
    {
      what: `post page, requests${note}`,
      ours: rate(ours),
      limit: rate(limit),
      ratio: ours / limit,
      goal: "-",
      met: undefined,
    },
  ];
}

async function queries(
  sql: Sql,
  posts: readonly { service: string; id: string; post: string }[],
): Promise<number> {
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
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done / ((performance.now() - begun) / 1000);
}
