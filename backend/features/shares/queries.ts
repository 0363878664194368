import type { ShareFile, ShareList, SharePage } from "#shared/entities/share.ts";
import type { Db } from "../../db/client.ts";
import { isServed } from "../../db/is-served.ts";
import { depthBound, pageAt } from "../../db/pages.ts";
import { listedTotal } from "../../db/totals.ts";

interface Page {
  offset: number;
  limit: number;
}

/** The four keys of a share, from a row named `s`. */
const shareJson = (sql: Db) =>
  sql`json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'added', iso(s.added))`;

/** Last added first. Reads no rows if the page is past the end, as shown by `total`. */
export async function latestShares(sql: Db, { offset, limit }: Page): Promise<ShareList> {
  const [row] = await sql<[ShareList]>`
    with count as (
      select ${listedTotal(sql, "shares")} as total
    ), page as (
      select id from (
        select k.id, k.added from shares k
        where not k.hidden and (select ${offset}::bigint < total from count)
          and not exists (select 1 from creators c where c.hidden and c.service = k.service and c.id = k."user")
        order by k.added desc, k.id limit ${depthBound(sql, offset, limit)}
      ) near
      order by added desc, id ${pageAt(sql, offset, limit)}
    )
    select (
      select coalesce(json_agg(${shareJson(sql)} order by s.added desc, s.id), '[]') from page join shares s using (id)
    ) as shares, total
    from count`;
  return row;
}

/** Last added first: shares with each word in their name or a file name. */
export async function foundShares(sql: Db, words: string[], { offset, limit }: Page): Promise<ShareList> {
  const [row] = await sql<[ShareList]>`
    with found as (
      select s.* from shares s
      where not s.hidden
        and not exists (select 1 from creators c where c.hidden and c.service = s.service and c.id = s."user")
        and not exists (
          select from unnest(${words}::text[]) word
          where position(lower(word) in lower(s.name)) = 0 and not exists (
            select from share_files x join files f on f.hash = x.hash
            where x.share = s.id and position(lower(word) in lower(x.filename)) > 0 and ${isServed(sql)}))
    )
    select (
      select coalesce(json_agg(${shareJson(sql)} order by s.added desc, s.id), '[]')
      from (select * from found order by added desc, id ${pageAt(sql, offset, limit)}) s
    ) as shares, (select count(*) from found) as total`;
  return row;
}

/** Last added first; undefined if the creator is unknown. */
export async function creatorShares(
  sql: Db,
  { service, id, offset, limit }: Page & { service: string; id: string },
): Promise<ShareList | undefined> {
  const [row] = await sql<ShareList[]>`
    select (
      select coalesce(json_agg(${shareJson(sql)} order by s.added desc, s.id), '[]') from (
        select k.id, k.name, k.description, k.added from shares k
        where k.service = c.service and k."user" = c.id and not k.hidden
        order by k.added desc, k.id ${pageAt(sql, offset, limit)}
      ) s
    ) as shares, c.share_count as total
    from creators c where c.service = ${service} and c.id = ${id} and not c.hidden`;
  return row;
}

/** A share with its files in order, without their URLs. */
export type StoredShare = Omit<SharePage, "share_files"> & { share_files: Omit<ShareFile, "upload_url">[] };

export async function share(sql: Db, id: string): Promise<StoredShare | undefined> {
  const [row] = await sql<StoredShare[]>`
    select s.id, s.name, s.description, iso(s.added) as added, (
      select coalesce(json_agg(json_build_object('hash', f.hash, 'ext', f.ext, 'filename', x.filename)
        order by x.position), '[]')
      from share_files x join files f on f.hash = x.hash where x.share = s.id and ${isServed(sql)}
    ) as share_files
    from shares s join creators c on c.service = s.service and c.id = s."user" and not c.hidden
    where s.id = ${id} and not s.hidden`;
  return row;
}
