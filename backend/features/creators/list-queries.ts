/** The list of all creators, in full and as changes (decision 0010). */
import type { Db } from "../../db/client.ts";

/** Creators per chunk of text: about 600 kB, which no processing step takes long for. */
const CHUNK_ROWS = 5_000;
const MAX_SNAPSHOT_LENGTH = 160;

/** The six keys of an item in order, from a row named `c` and its counts `k`. */
const item = (
  sql: Db,
) => sql`c.id, c.name, c.service, floor(extract(epoch from c.indexed))::bigint as indexed,
  floor(extract(epoch from c.updated))::bigint as updated, k.favorites as favorited`;

/**
 * The transactions visible to this statement, and the database it ran in. Transactions commit in any order, so "greater
 * than the last one seen" would miss those that began earlier; everything invisible to the previous snapshot is exactly
 * the difference. If too many are in progress to list, all from the oldest on count as unseen. The numbers may mean
 * something else after a database restart, in another database or in a restored table: `place` differs then. Groups get
 * no changes, but always the whole list: a creator that they no longer see is not among those removed.
 */
const state = (sql: Db) => sql`
  select case when length(pg_current_snapshot()::text) <= ${MAX_SNAPSHOT_LENGTH} then pg_current_snapshot()::text
      else concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':') end as seen,
    pg_snapshot_xmax(pg_current_snapshot()) as newest,
    left(md5(concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
      pg_relation_filenode('creators'), pg_relation_filenode('creators_gone'),
      pg_relation_filenode('creator_counts'),
      case when viewer_group() is not null then gen_random_uuid() end)), 16) as place`;

export interface ListPieces {
  token: string;
  /** JSON items separated by commas. */
  pieces: Buffer[];
}

/**
 * All visible creators. As bytes: 12 MB for a hundred thousand creators would block the event loop while becoming a
 * string.
 */
export async function listPieces(sql: Db): Promise<ListPieces> {
  const rows = await sql`
    with state as materialized (${state(sql)}), pieces as (
      select piece, string_agg(text, ',' order by service, id) as text from (
        select service, id, row_to_json(c)::text as text, (row_number() over (order by service, id) - 1) / ${CHUNK_ROWS} as piece
        from (select ${item(sql)} from creators c join creator_counts k using (service, id) where not c.hidden) c
      ) items group by piece
    )
    select seen || '-' || place, text from state left join pieces on true order by piece`.raw();
  const [first] = rows as unknown as [Buffer, Buffer | null][];
  const pieces = (rows as unknown as [Buffer, Buffer | null][]).flatMap(([, text]) => text ?? []);
  return { token: first?.[0].toString() ?? "", pieces };
}

export interface Token {
  /** xmin:xmax:xip,xip,… in PostgreSQL's format. */
  seen: string;
  place: string;
}

/** Undefined for text that PostgreSQL would not accept as a snapshot. */
export function parseToken(text: string): Token | undefined {
  const [, seen, from = "", to = "", between = "", place] =
    /^((\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))-([0-9a-f]{16})$/.exec(text) ?? [];
  if (seen === undefined || place === undefined) return undefined;
  const [xmin, xmax] = [BigInt(from), BigInt(to)];
  const under = between === "" ? [] : between.split(",").map(BigInt);
  const rising = under.every((id, at) => id >= xmin && id < xmax && (at === 0 || id > under[at - 1]!));
  return xmin > 0n && xmin <= xmax && rising ? { seen, place } : undefined;
}

/** JSON of the changes since a token; undefined if the token is of another database. */
export async function listChanges(sql: Db, { seen, place }: Token): Promise<string | undefined> {
  // The index finds everything from the oldest transaction in progress; those already seen are filtered out.
  const unseen = (changed: ReturnType<typeof item>) => sql`
    ${changed} >= pg_snapshot_xmin(${seen}::pg_snapshot) and ${changed} < newest
    and not pg_visible_in_snapshot(${changed}, ${seen}::pg_snapshot)`;
  const [row] = await sql<[{ since: string; creators: string | null; removed: string | null }]>`
    with state as materialized (${state(sql)}),
    listed as (
      select ${item(sql)} from (
        select c.service, c.id from creators c, state where ${unseen(sql`c.changed`)}
        union select k.service, k.id from creator_counts k, state where ${unseen(sql`k.changed`)}
      ) changed join creators c using (service, id) join creator_counts k using (service, id) where not c.hidden
    ),
    removed as (
      select c.service, c.id from creators c, state where ${unseen(sql`c.changed`)} and c.hidden
      union
      select g.service, g.id from creators_gone g, state where ${unseen(sql`g.changed`)}
        and not exists (select from creators c where c.service = g.service and c.id = g.id)
    )
    select seen || '-' || place as since,
      case when known then (select coalesce(string_agg(row_to_json(l)::text, ',' order by service, id), '') from listed l) end as creators,
      case when known then (select coalesce(string_agg(row_to_json(r)::text, ',' order by service, id), '') from removed r) end as removed
    from state, lateral (select place = ${place} and pg_snapshot_xmax(${seen}::pg_snapshot) <= newest as known) asked`;
  if (row.creators === null) return undefined;
  return `{"since":"${row.since}","complete":false,"creators":[${row.creators}],"removed":[${row.removed ?? ""}]}`;
}
