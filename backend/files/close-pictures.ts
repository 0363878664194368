/** Finds images that look the same by their PDQ hashes (docs/decisions/0079-find-by-picture.md). */
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import type { Db } from "../db/client.ts";
import { isServed } from "../db/is-served.ts";
import { type HitRow, hitOf, withUses } from "./hash-hits.ts";

/**
 * Selects `hash` and `distance` of images within the distance: all within 31 bits, and those above of which a part differs in
 * one bit at most. One scan of the index for each value: a scan for all of them (`&&`) compares each entry that it finds with
 * every value, which takes four times as long.
 */
export const closePictures = (sql: Db, pdq: string, distance: number) => sql`
  select distinct near.hash, near.distance from unnest(${nearParts(pdq)}::integer[]) part
  cross join lateral (
    select hash, bit_count(pdq # ${`x${pdq}`}::text::bit(256))::int as distance from picture_hashes
    where pdq_parts(pdq) @> array[part] offset 0
  ) near
  where near.distance <= ${distance}`;

/** Values of the 16 parts of a hash, and those one bit away, as `pdq_parts` in the schema numbers them. */
function nearParts(pdq: string): number[] {
  return Array.from({ length: 16 }, (_, part) => {
    const value = (part << 16) | Number.parseInt(pdq.slice(part * 4, part * 4 + 4), 16);
    return [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))];
  }).flat();
}

/** 64 hex digits of 256 binary ones, as PostgreSQL writes them. */
export const hexOf = (bits: string): string => BigInt(`0b${bits}`).toString(16).padStart(64, "0");

/**
 * Images that look the same as one with these bits, the closest first. Of each of the 16 parts of the hash, it looks up the
 * value and those one bit away, which no image within 31 bits escapes and few within 44 do, and counts the differing bits of
 * what it finds.
 * @param pdq 64 lower-case hex digits
 * @param limit of images
 * @param uses limit of posts and of messages per image
 */
export async function pictureHits(
  sql: Db,
  pdq: string,
  { limit, uses: maxUses }: { limit: number; uses: number },
): Promise<PictureHit[]> {
  const { columns, uses } = withUses(sql, maxUses);
  // One statement: PostgreSQL would plan a second one, as in `hashHits`, for every search, which takes longer than running it.
  const rows = await sql<(HitRow & Pick<PictureHit, "distance" | "width" | "height">)[]>`
    with close as materialized (${closePictures(sql, pdq, SEARCH_DISTANCE)}),
      closest as materialized (
        select f.hash, close.distance from close join files f using (hash) where ${isServed(sql)}
        order by close.distance, f.hash limit ${limit})
    select ${columns}, closest.distance, nullif(s.width, 0) as width, nullif(s.height, 0) as height
    from closest join files f using (hash) left join picture_sizes s using (hash)
    ${uses}
    order by closest.distance, f.hash`;
  return rows.map(({ distance, width, height, ...row }) => ({
    ...hitOf(row, maxUses),
    distance,
    width,
    height,
  }));
}

/** Images that look the same as a stored one, without it; as `pictureHits`. */
export async function picturesLike(
  sql: Db,
  hash: string,
  { limit, uses }: { limit: number; uses: number },
): Promise<PictureHit[]> {
  const [row] = await sql<{ pdq: string }[]>`
    select p.pdq::text from picture_hashes p join files f using (hash) where hash = ${hash} and p.pdq is not null`;
  if (row === undefined) return [];
  const hits = await pictureHits(sql, hexOf(row.pdq), { limit: limit + 1, uses });
  return hits.filter((hit) => hit.hash !== hash).slice(0, limit);
}
