/** One post: its page, revisions and comments. */
import type { Comment, PagePost, PageRevision } from "#shared/entities/post.ts";
import type { Db } from "../../db/client.ts";
import { fullColumns } from "../../db/post-columns.ts";

export interface PostKey {
  service: string;
  id: string;
  post: string;
}

export interface PostPage {
  post: PagePost;
  /** Newest first. */
  revisions: PageRevision[];
  /** Why it is flagged. */
  flagged: string | null;
}

/**
 * Ids of the next older and next newer post of the same creator, for a row named `p`: probes of one index, whatever
 * the number of posts. Posts of the same moment are in order of their ids.
 */
const neighbors = (sql: Db) => sql`
  coalesce(
    (select n.id from posts n where n.service = p.service and n."user" = p."user" and not n.hidden
      and n.listed_at = p.listed_at and n.id > p.id order by n.id limit 1),
    (select n.id from posts n where n.service = p.service and n."user" = p."user" and not n.hidden
      and n.listed_at < p.listed_at order by n.listed_at desc, n.id limit 1)
  ) as next,
  coalesce(
    (select n.id from posts n where n.service = p.service and n."user" = p."user" and not n.hidden
      and n.listed_at = p.listed_at and n.id < p.id order by n.id desc limit 1),
    (select n.id from posts n where n.service = p.service and n."user" = p."user" and not n.hidden
      and n.listed_at > p.listed_at order by n.listed_at, n.id desc limit 1)
  ) as prev`;

/** A post with all its older revisions, in one round trip; undefined where it is unknown or hidden. */
export async function postPage(sql: Db, { service, id, post }: PostKey): Promise<PostPage | undefined> {
  const [row] = await sql<(PagePost & Omit<PostPage, "post">)[]>`
    select ${fullColumns(sql)}, p.incomplete_rewards, around.next, around.prev, coalesce((
      select json_agg(revision order by revision.revision_id desc) from (
        select r.revision_id, ${fullColumns(sql, sql`r`)}, r.incomplete_rewards, around.next, around.prev
        from post_revisions r where r.service = p.service and r.id = p.id
      ) revision
    ), '[]') as revisions, (
      select f.reason from post_flags f where f.service = p.service and f.id = p.id and f.state = 'open'
    ) as flagged
    from posts p
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    cross join lateral (select ${neighbors(sql)}) around
    where p.service = ${service} and p.id = ${post} and p."user" = ${id} and not p.hidden`;
  if (row === undefined) return undefined;
  const { revisions, flagged, ...found } = row;
  return { post: found, revisions, flagged };
}

/**
 * Oldest first, each with its older revisions where it has any. The creator is compared so that no index can be used for
 * it: the planner would look for the post among all of the creator's.
 */
export async function comments(sql: Db, { service, id, post }: PostKey): Promise<Comment[]> {
  const rows = await sql<(Omit<Comment, "revisions"> & { revisions: Comment["revisions"] | null })[]>`
    select m.id, m.parent_id, m.commenter, m.commenter_name, m.content, iso(m.published) as published, (
      select json_agg(json_build_object('id', v.id, 'content', v.content, 'added', iso(v.added)) order by v.id)
      from comment_revisions v where v.service = m.service and v.post = m.post and v.comment = m.id
    ) as revisions
    from comments m
    join posts p on p.service = m.service and p.id = m.post and not p.hidden
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where m.service = ${service} and m.post = ${post} and p."user" is not distinct from ${id} and not m.hidden
    order by m.published, m.id`;
  return rows.map(({ revisions, ...comment }) => (revisions === null ? comment : { ...comment, revisions }));
}

interface PostAddress {
  service: string;
  artist_id: string;
  post_id: string;
}

/** The creator of a post known by service and id alone. */
export async function resolvePost(sql: Db, service: string, post: string): Promise<PostAddress | undefined> {
  const [row] = await sql<PostAddress[]>`
    select p.service, p."user" as artist_id, p.id as post_id from posts p
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where p.service = ${service} and p.id = ${post} and not p.hidden`;
  return row;
}

/**
 * A post with a main file and attachments, picked among the rows of random disk blocks: the cost does not grow with
 * the archive.
 * @param percent share of the table's blocks to look at
 */
export async function randomPost(sql: Db, percent: number): Promise<PostAddress | undefined> {
  const [row] = await sql<PostAddress[]>`
    select p.service, p."user" as artist_id, p.id as post_id
    from posts p tablesample system (${percent}::real)
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where not p.hidden and p.file <> '{}' and p.attachments <> '[]'
    order by random() limit 1`;
  return row;
}
