/** Pairs images that look the same, for the list of duplicates. */
import { MAX_DISTANCE } from "#shared/rules/pdq-limits.ts";
import type { Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import { closePictures, hexOf } from "./close-pictures.ts";

const INTERVAL_MS = 30_000;
const BATCH = 100;
/** Pairs of one image: thousands of copies of a logo would have millions. */
const MAX_PAIRS = 50;

interface Pair {
  hash: string;
  other: string;
  distance: number;
}

/** Compares each image with all that are there, once. */
export function pairTask(sql: Sql): Task {
  return {
    name: "picture pairs",
    everyMs: INTERVAL_MS,
    run: async () => {
      const pictures = await sql<{ hash: string; pdq: string }[]>`
        select hash, pdq::text from uncompared_pictures join picture_hashes using (hash) limit ${BATCH}`;
      const pairs: Pair[] = [];
      for (const { hash, pdq } of pictures) pairs.push(...(await pairsOf(sql, hash, pdq)));
      const hashes = pictures.map(({ hash }) => hash);
      // No statement inserts nothing, as each notifies that posts are to be read again.
      const done = sql`delete from uncompared_pictures where hash = any(${hashes})`;
      if (pairs.length === 0) await done;
      else await sql`with done as (${done}) ${insert(sql, pairs)}`;
      return pictures.length === BATCH;
    },
  };
}

/** @param pdq 256 binary digits */
async function pairsOf(sql: Sql, hash: string, pdq: string): Promise<Pair[]> {
  return await sql<Pair[]>`
    with close as materialized (${closePictures(sql, hexOf(pdq), MAX_DISTANCE)})
    select least(${hash}::text collate "C", hash) as hash, greatest(${hash}::text collate "C", hash) as other, distance
    from close where hash <> ${hash} order by distance, hash limit ${MAX_PAIRS}`;
}

/** Leaves out files that were deleted meanwhile. */
const insert = (sql: Sql, pairs: readonly Pair[]) => sql`
  insert into picture_pairs (hash, other, distance)
  select p.hash, p.other, p.distance
  from jsonb_to_recordset(${sql.json(pairs as never)}) as p (hash text, other text, distance smallint)
  where exists (select from files f where f.hash = p.hash) and exists (select from files f where f.hash = p.other)
  on conflict (hash, other) do nothing`;
