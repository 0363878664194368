/** Gaps of the archive: wanted creators, posts that exist elsewhere, and files of posts (docs/decisions/0076-wanted.md). */
import type { Db, Sql } from "#backend/db/client.ts";
import { pageAt } from "#backend/db/pages.ts";
import { missingFiles } from "#backend/imports/missing-files.ts";
import type { CreatorGaps, GapSource, PostGap } from "#shared/entities/wanted.ts";
import type { Service } from "#shared/services/index.ts";
import { isCreatorAbsent, isCreatorAllowed, isPostAbsent, isPostAllowed } from "./lists.ts";

const PAGE_SIZE = 1_000;

export interface GapFilter {
  service?: string | undefined;
  source?: GapSource | undefined;
}

/**
 * Selects one row for each creator (without a post), post (without a file) and file that is missing. Posts whose creator
 * is unknown have none.
 */
const gaps = (db: Db) => db`(
  select w.service, w.id as creator, w.by_public_id, w.name as creator_name, null::text as post, '' as title,
    null::timestamptz as published, null::text as name, null::text as url, null::text as sha256, 'list' as source
  from wanted_creators w where ${isCreatorAbsent(db)} and ${isCreatorAllowed(db)}
  union all
  select w.service, w."user", false, coalesce(c.name, l.name, ''), w.id, w.title, null, null, null, null, w.source
  from wanted_posts w
    left join creators c on c.service = w.service and c.id = w."user"
    left join wanted_creators l on l.service = w.service and l.id = w."user" and not l.by_public_id
  where ${isPostAbsent(db)} and ${isPostAllowed(db)} and not coalesce(c.hidden, false)
  union all
  select c.service, c.id, false, c.name, p.id, p.title, p.published, m.name, m.url, m.hash, 'metadata'
  ${missingFiles(db)}
) g`;

const matching = (db: Db, { service, source }: GapFilter) => db`
  ${service === undefined ? db`true` : db`g.service = ${service}`}
  and ${source === undefined ? db`true` : db`g.source = ${source}`}`;

/** Names of the have lists with the post or file of `g`. */
const heldBy = (db: Db) => db`case
  when g.sha256 is not null then array(select h.list from have_files h where h.hash = g.sha256 order by 1)
  when g.post is not null and g.name is null
    then array(select h.list from have_posts h where h.service = g.service and h.id = g.post order by 1)
  else '{}' end`;

export interface Summary {
  /** Number of creators with gaps. */
  count: number;
  /** Number of wanted ones that are not in the archive. */
  wanted_creators: number;
  posts: number;
  files: number;
  /** Services with gaps, whatever the filter. */
  services: Service[];
  creators: CreatorGaps[];
}

/** Totals, and a page of creators by name; posts without a creator last. */
export async function gapsByCreator(
  db: Db,
  filter: GapFilter,
  offset: number,
  limit: number,
): Promise<Summary> {
  const shown = filter.service === undefined ? db`true` : db`service = ${filter.service}`;
  const [summary] = await db<[Summary]>`
    with per as materialized (
      select g.service, g.creator, g.by_public_id, max(g.creator_name) as name, bool_or(g.post is null) as is_wanted,
        (count(*) filter (where g.post is not null and g.name is null))::integer as posts, count(g.name)::integer as files
      from ${gaps(db)} where ${matching(db, { source: filter.source })} group by 1, 2, 3
    ), shown as materialized (select * from per where ${shown})
    select count(*)::integer as count, (count(*) filter (where is_wanted))::integer as wanted_creators,
      coalesce(sum(posts), 0)::integer as posts, coalesce(sum(files), 0)::integer as files,
      array(select distinct service from per order by 1) as services,
      (select coalesce(json_agg(one), '[]') from (
        select s.service, s.creator, s.by_public_id, s.name, c.id is not null as here, s.posts, s.files
        from shown s left join creators c on c.service = s.service and c.id = s.creator and not s.by_public_id
        order by s.creator is null, lower(coalesce(nullif(s.name, ''), s.creator)), s.service, s.creator, s.by_public_id ${pageAt(db, offset, limit)}
      ) one) as creators
    from shown`;
  return summary;
}

/** Posts of a creator that are missing or lack files, newest first; those without a date last. @param creator null: unknown */
export async function gapsOfCreator(
  db: Db,
  { service, creator, source }: { service: string; creator: string | null; source?: GapSource | undefined },
  offset: number,
  limit: number,
): Promise<{ count: number; posts: PostGap[] }> {
  const own = creator === null ? db`g.creator is null` : db`g.creator = ${creator}`;
  const [page] = await db<[{ count: number; posts: PostGap[] }]>`
    with found as materialized (
      select g.* from ${gaps(db)}
      where ${matching(db, { service, source })} and ${own} and not g.by_public_id and g.post is not null
    ), posts as materialized (
      select post as id, max(title) as title, bool_or(name is not null) as here, min(source) as source, max(published) as published
      from found group by post
    ), shown as materialized (select * from posts order by published desc nulls last, id ${pageAt(db, offset, limit)})
    select (select count(*)::integer from posts) as count, coalesce(json_agg(one), '[]') as posts
    from (
      select p.id, p.title, p.here, p.source,
        coalesce((select ${heldBy(db)} from found g where g.post = p.id and g.name is null limit 1), '{}') as held_by,
        (select coalesce(json_agg(json_build_object('name', g.name, 'url', g.url, 'sha256', g.sha256, 'held_by', ${heldBy(db)})
          order by g.name, g.sha256), '[]') from found g where g.post = p.id and g.name is not null) as files
      from shown p order by p.published desc nulls last, p.id
    ) one`;
  return page;
}

/** A missing creator (without a post), post (without a name) or file. */
export interface GapRow {
  service: string;
  /** Id of the creator; null if unknown. */
  creator: string | null;
  creator_name: string;
  post: string | null;
  title: string;
  /** Name of the file. */
  name: string | null;
  /** Address that the file had. */
  url: string | null;
  sha256: string | null;
  missing: "creator" | "post" | "file";
  source: GapSource;
  /** Have lists with the post or file. */
  held_by: string[];
}

/** Yields what is missing, creator by creator and post by post. */
export async function* gapRows(sql: Sql, filter: GapFilter = {}): AsyncGenerator<GapRow> {
  const pages = sql<GapRow[]>`
    select g.service, g.creator, g.creator_name, g.post, g.title, g.name, g.url, g.sha256,
      case when g.post is null then 'creator' when g.name is null then 'post' else 'file' end as missing,
      g.source, ${heldBy(sql)} as held_by
    from ${gaps(sql)} where ${matching(sql, filter)}
    order by g.service, g.creator is null, coalesce(nullif(g.creator_name, ''), g.creator), g.creator, g.post nulls first, g.published, g.name nulls first, g.sha256`;
  for await (const page of pages.cursor(PAGE_SIZE)) yield* page;
}

/** Counts missing posts and files that a have list has. */
export async function heldGaps(db: Db, list: string): Promise<{ posts: number; files: number }> {
  const [row] = await db<[{ posts: number; files: number }]>`
    select (count(*) filter (where g.name is null))::integer as posts, count(g.name)::integer as files
    from ${gaps(db)} where g.post is not null and ${list} = any(${heldBy(db)})`;
  return row;
}
