import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { Db } from "../../db/client.ts";
import { depthBound, pageAt } from "../../db/pages.ts";
import { listedTotal } from "../../db/totals.ts";

/** The keys of a DM, from a row named `d`; `attachments` is null if there are none. */
const dmColumns = (sql: Db) => sql`
  d.hash, d."user", d.service, d.content, d.embed, d.file, nullif(d.attachments, '[]') as attachments, iso(d.added) as added, iso(d.published) as published`;

type Stored<T extends CreatorDm | ListedDm> = Omit<T, "attachments"> & {
  attachments: NonNullable<T["attachments"]> | null;
};

/** Omits `attachments` if empty, for clients that expect only the eight original keys. */
function toWire<T extends CreatorDm | ListedDm>({ attachments, artist, ...dm }: Stored<T>): T {
  return { ...dm, ...(attachments !== null && { attachments }), artist } as unknown as T;
}

/** Creator of a DM, from a row named `c`. */
const artist = (sql: Db) => sql`
  json_build_object('id', c.id, 'name', c.name, 'service', c.service, 'indexed', iso(c.indexed),
    'updated', iso(c.updated), 'public_id', c.public_id, 'relation_id', c.relation_id,
    'has_chats', c.chat_count > 0 or exists (
      select from discord_channels h where h.service = c.service and h.server_id = c.id)) as artist`;

/**
 * A page of all DMs, last added first, and their number. Reads no rows if the page is past the end, as shown by
 * `count`.
 */
export async function latestDms(
  sql: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ count: number; dms: ListedDm[] }> {
  const [{ count, dms }] = await sql<[{ count: number; dms: Stored<ListedDm>[] }]>`
    with total as (
      select ${listedTotal(sql, "dms")} as count
    ), page as (
      select hash from (
        select k.hash, k.added from dms k
        where not k.hidden and (select ${offset}::bigint < count from total)
          and not exists (select 1 from creators c where c.hidden and c.service = k.service and c.id = k."user")
        order by k.added desc, k.hash limit ${depthBound(sql, offset, limit)}
      ) near
      order by added desc, hash ${pageAt(sql, offset, limit)}
    ), listed as (
      select ${dmColumns(sql)}, ${artist(sql)}, row_number() over (order by d.added desc, d.hash) as place
      from page join dms d using (hash) join creators c on c.service = d.service and c.id = d."user"
    )
    select count, (select coalesce(json_agg(json_build_object('hash', hash, 'user', "user", 'service', service,
      'content', content, 'embed', embed, 'file', file, 'attachments', attachments, 'added', added, 'published', published, 'artist', artist)
      order by place), '[]') from listed) as dms
    from total`;
  return { count, dms: dms.map(toWire) };
}

/** Rows of search hits in the engine's order; skips deleted and hidden ones. */
export async function dmsByHash(sql: Db, hashes: string[]): Promise<ListedDm[]> {
  if (hashes.length === 0) return [];
  const dms = await sql<Stored<ListedDm>[]>`
    select ${dmColumns(sql)}, ${artist(sql)}
    from unnest(${hashes}::text[]) with ordinality as hit (hash, position)
    join dms d on d.hash = hit.hash collate "C"
    join creators c on c.service = d.service and c.id = d."user"
    where not d.hidden and not c.hidden
    order by hit.position`;
  return dms.map(toWire);
}

/** First added first; empty if the creator is unknown. */
export async function creatorDms(
  sql: Db,
  { service, id }: { service: string; id: string },
): Promise<CreatorDm[]> {
  const dms = await sql<Stored<CreatorDm>[]>`
    select ${dmColumns(sql)}, null as artist
    from dms d join creators c on c.service = d.service and c.id = d."user" and not c.hidden
    where d.service = ${service} and d."user" = ${id} and not d.hidden
    order by d.added, d.hash`;
  return dms.map(toWire);
}
