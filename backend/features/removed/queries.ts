import { REMOVED_FILE_DIGITS, REMOVED_FILES, REMOVED_PAGE, type Removed } from "#shared/contracts/removed.ts";
import type { Db } from "../../db/client.ts";

interface Row extends Omit<Removed, "comment" | "share"> {
  seq: number;
  comment: string | null;
  share: string | null;
}

/** Removals after the number `since`, oldest first; the returned `since` is the number of the last one. */
export async function removedAfter(
  sql: Db,
  { since, service, user }: { since: number; service?: string | undefined; user?: string | undefined },
): Promise<{ since: number; removed: Removed[]; view?: string }> {
  const rows = await sql<Row[]>`
    with page as (
      select seq, case when part then '' else service end as service, case when part then '' else "user" end as "user",
        case when not part then post end as post, to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as at,
        case when comment is not null then service || '/' || "user" || '/' || post || '/' || comment end as comment, share,
        array(select left(hash, ${REMOVED_FILE_DIGITS}) from removed_files where takedown = seq order by hash) as files
      from takedowns, lateral (select num_nonnulls(comment, share, file) > 0 as part) parts
      where seq > ${since} and (${service ?? null}::text is null or service = ${service ?? null})
        and (${user ?? null}::text is null or "user" = ${user ?? null} and kind = 'takedown' and not part)
      order by seq limit ${REMOVED_PAGE}
    ), counted as (
      select *, sum(cardinality(files)) over (order by seq) - cardinality(files) as before from page
    )
    select seq, service, "user", post, at, files, comment, share from counted where before < ${REMOVED_FILES} order by seq`;
  const view = await currentView(sql);
  return {
    since: rows.at(-1)?.seq ?? since,
    removed: rows.map(({ seq, comment, share, ...removed }) => ({
      ...removed,
      ...(comment === null ? {} : { comment }),
      ...(share === null ? {} : { share }),
    })),
    ...(view === undefined ? {} : { view }),
  };
}

/** Finds the view of the connection's group; undefined for everything. */
async function currentView(sql: Db): Promise<string | undefined> {
  const [viewer] = await sql<[{ id: number | null }]>`select viewer_group() as id`;
  if (viewer.id === null) return undefined;
  const [group] = await sql<{ version: number }[]>`select version from groups where id = ${viewer.id}`;
  return `${viewer.id}.${group?.version}`;
}

type Key = { service: string; id: string };

/** Filters creators to those that the connection's group sees, as they were asked for: by id or public name. */
export async function visibleCreators(sql: Db, asked: readonly Key[]): Promise<Key[]> {
  return await sql<Key[]>`
    select a.service, a.id from jsonb_to_recordset(${sql.json([...asked])}) as a (service text, id text)
    where exists (
      select from creators c where c.service = a.service collate "C" and not c.hidden
        and (c.id = a.id collate "C" or c.public_id = a.id))`;
}

/** Filters posts to those that the connection's group sees. */
export async function visiblePosts(sql: Db, asked: readonly Key[]): Promise<Key[]> {
  return await sql<Key[]>`
    select a.service, a.id from jsonb_to_recordset(${sql.json([...asked])}) as a (service text, id text)
    join posts p on p.service = a.service collate "C" and p.id = a.id collate "C" and not p.hidden
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden`;
}
