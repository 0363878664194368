/** The indexer against the same documents sent straight to the engine, each side into a fresh index with our settings. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { openEngine } from "#indexer/meili.ts";
import { SOURCES } from "#indexer/sources/index.ts";
import type { Cut } from "./bundles.ts";
import { compare, cpuOf, type Line, median, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const BATCH_SIZE = 1000;

/**
 * Leaves everything indexed under the plain index names, for the searches that follow.
 * @param full a database that holds the whole sample, nothing of it indexed yet
 */
export async function benchIndex(
  setting: Setting,
  full: { url: string; sql: Sql },
  cut: Cut,
): Promise<Line[]> {
  const { sql } = full;
  const engine = openEngine(setting.meili);
  await engine.configure("posts", "direct_posts");
  const lines: string[][] = [];
  for (const { keys } of cut.parts) lines.push(await documents(sql, keys));
  await sql`update index_outbox set leased_until = 'infinity'`; // held back until a round lets them go
  const indexer = await setting.start("indexer", { DATABASE_URL: full.url });
  while ((await engine.state("posts")) !== "ready") await sleep(50);
  const cpu: number[] = [];
  const found = await rounds({
    indexer: async (round) => {
      const before = await cpuOf(indexer.pid);
      const seconds = await release(sql, cut.parts[round]!.keys);
      const after = await cpuOf(indexer.pid);
      if (before !== undefined && after !== undefined)
        cpu.push((after - before) / cut.parts[round]!.keys.length);
      return cut.parts[round]!.keys.length / seconds;
    },
    direct: async (round) => {
      const begun = performance.now();
      await engine.wait(await engine.push("direct_posts", lines[round]!));
      return lines[round]!.length / ((performance.now() - begun) / 1000);
    },
  });
  await engine.drop("direct_posts");
  await sql`update index_outbox set leased_until = null where leased_until = 'infinity'`;
  await untilEmpty(sql);
  const used = median(cpu);
  const what = `indexer, documents${Number.isNaN(used) ? "" : ` (${(used * 1000).toFixed(0)} us of its CPU each)`}`;
  return [compare(what, found.indexer!, found.direct!, rate, { atLeast: 0.9 })];
}

async function documents(sql: Sql, keys: Cut["parts"][number]["keys"]): Promise<string[]> {
  const lines: string[] = [];
  for (let at = 0; at < keys.length; at += BATCH_SIZE) {
    const built = await SOURCES.posts.load(sql, keys.slice(at, at + BATCH_SIZE));
    lines.push(...built.flatMap(({ line }) => line ?? []));
  }
  return lines;
}

/** Seconds from the first claim of these rows to the last acknowledgement. */
async function release(sql: Sql, keys: Cut["parts"][number]["keys"]): Promise<number> {
  await sql`
    update index_outbox o set leased_until = null
    from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.id)}::text[]) as k (service, id)
    where o.index_name = 'posts' and o.service = k.service collate "C" and o.id = k.id collate "C"`;
  const claimed = () => sql`select 1 from index_outbox where leased_until < 'infinity' limit 1`;
  while ((await claimed()).length === 0) await sleep(2);
  const begun = performance.now();
  await untilEmpty(sql);
  return (performance.now() - begun) / 1000;
}

/** Until nothing waits but what is held back. */
async function untilEmpty(sql: Sql): Promise<void> {
  const left = () =>
    sql`select 1 from index_outbox where leased_until is null or leased_until < 'infinity' limit 1`;
  while ((await left()).length > 0) await sleep(10);
}
