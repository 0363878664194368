/** Creators and posts that lists name (docs/decisions/0076-wanted.md). */
import type { Db, Tx } from "#backend/db/client.ts";
import type { WantedCreator, WantedPost } from "#shared/rules/wanted.ts";

interface Keys {
  creators: readonly WantedCreator[];
  posts: readonly WantedPost[];
}

export interface Added {
  /** Newly wanted: not in the archive. */
  added: number;
  /** Not in the archive, and wanted before. */
  known: number;
  /** In the archive. */
  here: number;
  /** Taken down or hidden: never wanted. */
  taken_down: number;
}

/** True unless something keeps the creator `w` out. */
export const isCreatorAllowed = (db: Db) => db`
  not exists (select from takedowns t where t.service = w.service and t."user" = w.id and t.post is null and t.share is null)`;

/** The same for the post `w`. Several conditions instead of one with "or" let PostgreSQL join instead of asking row by row. */
export const isPostAllowed = (db: Db) => db`
  not exists (select from takedowns t where t.service = w.service and t.post = w.id and t."user" = coalesce(w."user", t."user")
    and t.comment is null and t.share is null)
  and not exists (select from takedowns t where t.service = w.service and t."user" = w."user" and t.post is null
    and t.share is null)`;

/** True if the creator `w` is not in the archive. */
export const isCreatorAbsent = (db: Db) => db`
  not exists (select from creators c where c.service = w.service and c.id = w.id and not w.by_public_id)
  and not exists (select from creators c where c.service = w.service and c.public_id = w.id and w.by_public_id)`;

export const isPostAbsent = (db: Db) =>
  db`not exists (select from posts p where p.service = w.service and p.id = w.id)`;

const givenCreators = (db: Db, creators: Keys["creators"]) => db`
  (select * from json_to_recordset(${JSON.stringify(creators)}::text::json)
    as g (service text, id text, by_public_id boolean, name text)) w`;
const givenPosts = (db: Db, posts: Keys["posts"]) => db`
  (select * from json_to_recordset(${JSON.stringify(posts)}::text::json)
    as g (service text, id text, "user" text, title text)) w`;

/** @param keys without duplicates, as `readWantedList` gives them */
export async function addWanted(tx: Tx, { creators, posts }: Keys): Promise<Added> {
  const [counts] = await tx<[Added]>`
    select count(*) filter (where not down and not here and not known)::integer as added,
      count(*) filter (where not down and not here and known)::integer as known,
      count(*) filter (where not down and here)::integer as here,
      count(*) filter (where down)::integer as taken_down
    from (
      select not (${isCreatorAllowed(tx)}) as down, not (${isCreatorAbsent(tx)}) as here,
        exists (select from wanted_creators o where (o.service, o.id, o.by_public_id) = (w.service, w.id, w.by_public_id)) as known
      from ${givenCreators(tx, creators)}
      union all
      select not (${isPostAllowed(tx)}), not (${isPostAbsent(tx)}),
        exists (select from wanted_posts o where (o.service, o.id) = (w.service, w.id) and o.source = 'list')
      from ${givenPosts(tx, posts)}
    ) states`;
  await tx`
    insert into wanted_creators (service, id, by_public_id, name)
    select w.service, w.id, w.by_public_id, w.name from ${givenCreators(tx, creators)}
    where ${isCreatorAllowed(tx)} order by 1, 2, 3
    on conflict (service, id, by_public_id) do update set name = excluded.name
      where wanted_creators.name = '' and excluded.name <> ''`;
  await notePosts(tx, posts, "list");
  return counts;
}

/**
 * Notes that posts exist; a list, then a neighbor, a revision and a link say more than the next. Only lists keep posts that
 * are in the archive.
 */
export async function notePosts(
  db: Db,
  posts: readonly WantedPost[],
  source: "list" | "neighbor" | "revision" | "link",
): Promise<void> {
  if (posts.length === 0) return;
  const rank = (column: string) =>
    db`array_position(array['list', 'neighbor', 'revision', 'link'], ${db(column)}.source)`;
  await db`
    insert into wanted_posts (service, id, "user", title, source)
    select distinct on (1, 2) w.service, w.id, w."user", w.title, ${source} from ${givenPosts(db, posts)}
    where ${isPostAllowed(db)} and (${source} = 'list' or ${isPostAbsent(db)}) order by 1, 2, w."user" nulls last, w.title desc
    on conflict (service, id) do update set "user" = coalesce(wanted_posts."user", excluded."user"),
      title = case when wanted_posts.title = '' then excluded.title else wanted_posts.title end,
      source = case when ${rank("excluded")} < ${rank("wanted_posts")} then excluded.source else wanted_posts.source end
    where wanted_posts."user" is null and excluded."user" is not null or wanted_posts.title = '' and excluded.title <> ''
      or ${rank("excluded")} < ${rank("wanted_posts")}`;
}

/** @returns number of creators and posts that are not wanted any more */
export async function removeWanted(tx: Tx, { creators, posts }: Keys): Promise<number> {
  const gone = await tx`
    delete from wanted_creators o using ${givenCreators(tx, creators)}
    where (o.service, o.id, o.by_public_id) = (w.service, w.id, w.by_public_id)`;
  const left = await tx`
    delete from wanted_posts o using ${givenPosts(tx, posts)} where (o.service, o.id) = (w.service, w.id)`;
  return gone.count + left.count;
}
