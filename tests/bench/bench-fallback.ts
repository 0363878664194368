/** Search without the engine: the database alone, on a given number of posts. */
import type { Sql } from "#backend/db/client.ts";
import { type Line, ms, percentile } from "./measure.ts";
import { timesOf, wordsOf } from "./search-calls.ts";
import type { Setting } from "./setting.ts";

const TERMS = 100;
/** p95. */
const MAX_MS = 500;

export async function benchFallback(
  setting: Setting,
  full: { url: string; sql: Sql },
  rows: number,
): Promise<Line[]> {
  const { sql } = full;
  await multiply(sql, rows);
  const api = await setting.startApi(full.url, { MEILI_URL: "" });
  const terms = await wordsOf(sql, TERMS);
  const [creator] = await sql<[{ service: string; id: string; post_count: number }]>`
    select service, id, post_count from creators order by post_count desc limit 1`;
  const lists = {
    "posts, /api/v1/posts?q=": "/api/v1/posts",
    [`posts of a creator of ${creator.post_count}`]: `/api/v1/${creator.service}/user/${creator.id}/posts`,
    "box, /api/v1/search?q=": "/api/v1/search",
  };
  const lines: Line[] = [];
  for (const [what, path] of Object.entries(lists)) {
    const calls = terms.map((term) => ({ url: `${api.origin}${path}?q=${encodeURIComponent(term)}` }));
    await timesOf(calls.slice(0, 20), 1);
    const times = await timesOf(calls, 1);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    lines.push({
      what: `fallback, ${what} p95 (p50 ${ms(p50)})`,
      ours: ms(p95),
      limit: ms(MAX_MS),
      ratio: p95 / MAX_MS,
      goal: "<= 1.00",
      met: p95 <= MAX_MS,
    });
  }
  return lines;
}

/** Copies posts until there are so many, each copy a little older. */
async function multiply(sql: Sql, rows: number): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*) from posts`;
  const copies = Math.ceil(rows / count) - 1;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`; // nothing of this is indexed or counted one by one
    await tx`
      insert into posts (service, id, "user", title, content, added, published, file, attachments, tags)
      select service, id || '-' || n, "user", title, content, added - n * interval '3 hours',
        published - n * interval '3 hours', file, attachments, tags
      from posts, generate_series(1, ${copies}::int) n`;
    await tx`
      insert into post_counts (service, id, "user", listed_at, hidden)
      select service, id, "user", listed_at, hidden from posts on conflict do nothing`;
    await tx`
      update creators c set post_count = p.n
      from (select service, "user", count(*) as n from posts group by 1, 2) p where c.service = p.service and c.id = p."user"`;
  });
  await sql`vacuum analyze`;
}
