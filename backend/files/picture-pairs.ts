/** Pairs images that look the same, for the list of duplicates. */
import type { Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import { closePictures, hexOf } from "./close-pictures.ts";

const INTERVAL_MS = 30_000;
const BATCH = 100;
/** Pairs of one image: thousands of copies of a logo would have millions. */
const MAX_PAIRS = 50;

/** Compares each image with all that are there, once. */
export function pairTask(sql: Sql): Task {
  return {
    name: "picture pairs",
    everyMs: INTERVAL_MS,
    run: async () => {
      const pictures = await sql<{ hash: string; pdq: string }[]>`
        select hash, pdq::text from uncompared_pictures join picture_hashes using (hash) limit ${BATCH}`;
      for (const { hash, pdq } of pictures) await compare(sql, hash, pdq);
      return pictures.length === BATCH;
    },
  };
}

/** @param pdq 256 binary digits */
async function compare(sql: Sql, hash: string, pdq: string): Promise<void> {
  await sql`
    with close as materialized (
      select hash, distance from (${closePictures(sql, hexOf(pdq))}) found where hash <> ${hash}
      order by distance, hash limit ${MAX_PAIRS}
    ), done as (
      delete from uncompared_pictures where hash = ${hash}
    )
    insert into picture_pairs (hash, other, distance)
    select least(${hash}::text collate "C", f.hash), greatest(${hash}::text collate "C", f.hash), distance
    from close join files f using (hash) where exists (select from files where hash = ${hash})
    on conflict (hash, other) do nothing`;
}
