/** Pairs of images that look the same. */
import { MAX_DUPLICATES } from "#shared/contracts/duplicates.ts";
import type { Duplicate, DuplicatePicture } from "#shared/entities/duplicate.ts";
import type { Db } from "../../db/client.ts";
import { fixed, pageAt } from "../../db/pages.ts";
import { hashHits } from "../../files/hash-hits.ts";

/** Uses listed per image. */
const MAX_USES = 5;

export interface Creator {
  service: string;
  user: string;
}

/** Pairs of which nothing is withheld, and of which one is in a post of the creator. */
const pairs = (db: Db, creator: Creator | undefined) => db`
  select p.* from ${
    creator === undefined
      ? db`picture_pairs p`
      : db`(
          with own as (
            select distinct u.hash from posts o
            join file_uses u on u.entity = 'post' and u.service = o.service and u.key = o.id
            where o.service = ${creator.service} and o."user" = ${creator.user}
          )
          select p.* from own join picture_pairs p using (hash)
          union select p.* from own join picture_pairs p on p.other = own.hash
        ) p`
  }
  where not exists (select from removed_files r where r.hash in (p.hash, p.other))
  order by p.distance, p.hash, p.other limit ${fixed(db, MAX_DUPLICATES)}`;

export async function countDuplicates(db: Db, creator: Creator | undefined): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from (${pairs(db, creator)}) listed`;
  return row.count;
}

export async function pageOfDuplicates(
  db: Db,
  creator: Creator | undefined,
  offset: number,
  size: number,
): Promise<Duplicate[]> {
  const rows = await db<{ hash: string; other: string; distance: number }[]>`
    select hash, other, distance from (${pairs(db, creator)}) listed
    order by distance, hash, other ${pageAt(db, offset, size)}`;
  const pictures = await picturesOf(db, [...new Set(rows.flatMap(({ hash, other }) => [hash, other]))]);
  return rows.flatMap(({ hash, other, distance }) => {
    const [one, two] = [pictures.get(hash), pictures.get(other)];
    if (one === undefined || two === undefined) return []; // deleted between the statements
    return { distance, pictures: pixels(two) > pixels(one) ? [two, one] : [one, two] };
  });
}

const pixels = ({ width, height }: DuplicatePicture) => (width ?? 0) * (height ?? 0);

async function picturesOf(db: Db, hashes: string[]): Promise<Map<string, DuplicatePicture>> {
  const hits = await hashHits(db, hashes, MAX_USES);
  const sizes = await db<{ hash: string; width: number | null; height: number | null }[]>`
    select hash, nullif(width, 0) as width, nullif(height, 0) as height from picture_sizes
    where hash = any(${hashes}::text[])`;
  const keys = hits.flatMap(({ posts }) => posts);
  const creators = await db<DuplicatePicture["creators"]>`
    select service, id, name from creators
    where (service, id) in (select * from unnest(${keys.map(({ service }) => service)}::text[], ${keys.map(({ user }) => user)}::text[]))
    order by service, id`;
  return new Map(
    hits.map((hit) => {
      const { width = null, height = null } = sizes.find(({ hash }) => hash === hit.hash) ?? {};
      const own = creators.filter(({ service, id }) =>
        hit.posts.some((post) => post.service === service && post.user === id),
      );
      return [hit.hash, { ...hit, width, height, creators: own }];
    }),
  );
}
