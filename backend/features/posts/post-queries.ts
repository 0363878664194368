/** A single post: its page, revisions and comments. */
import type { MediaDetails, Rendition } from "#shared/entities/media-details.ts";
import type { Comment, PagePost, PageRevision } from "#shared/entities/post.ts";
import { COPY_DISTANCE } from "#shared/rules/pdq-limits.ts";
import type { Db } from "../../db/client.ts";
import { fullColumns } from "../../db/post-columns.ts";
import { jsonPlaceholder } from "../../http/answer-forms.ts";

export interface PostKey {
  service: string;
  id: string;
  post: string;
}

/** Width, height and color, if it is known. */
export type ImageSize = [number, number, string | null];

export interface PostPage {
  /** Contents, also those of the revisions, are placeholders (`jsonPlaceholder`). */
  post: PagePost;
  /** Newest first. */
  revisions: PageRevision[];
  /** Reason of its flag. */
  flagged: string | null;
  /** Width and height of its images that were measured, by hash. */
  sizes: Record<string, ImageSize>;
  /** Hashes of images to those of larger copies in the post. */
  copies: Record<string, string>;
  /** Its videos and audio files that were read, by hash. */
  media: Record<string, MediaDetails>;
  /** JSON texts of the contents. */
  contents: Buffer[];
}

/**
 * Ids of the next older and next newer post of the same creator, for a row named `p`: index lookups, independent of the
 * number of posts. Posts with the same date are sorted by id.
 */
const NEIGHBORS = `
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

const version = (row: string) => `${fullColumns(row, "''")}, ${row}.incomplete_rewards, p.next, p.prev`;

/**
 * Images of a post `p` that are copies of larger ones in it: of the same shape, and at least a tenth wider. Several images of
 * equal size are variants.
 */
const COPIES = `
  select json_object_agg(hash, larger) from (
    select distinct on (small.hash) small.hash, large.hash as larger
    from file_uses u
    join picture_sizes small on small.hash = u.hash
    cross join lateral (
      select other as hash, distance from picture_pairs where hash = u.hash
      union all select hash, distance from picture_pairs where other = u.hash
    ) pair
    join file_uses v on v.hash = pair.hash and v.entity = 'post' and v.service = p.service and v.key = p.id
    join picture_sizes large on large.hash = pair.hash
    where u.entity = 'post' and u.service = p.service and u.key = p.id and pair.distance <= ${COPY_DISTANCE}
      and large.width > small.width * 1.1
      and abs(large.width * small.height - small.width * large.height) <= 0.02 * large.width * small.height
    order by small.hash, pair.distance, large.width desc, large.hash
  ) copy`;

/**
 * Built once: for nested templates the driver creates a promise per part and call, which took half of this query's
 * time.
 */
const POST_PAGE = `
  with p as (
    select p.*, around.next, around.prev from posts p
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    cross join lateral (select ${NEIGHBORS}) around
    where p.service = $1 and p.id = $2 and p."user" = $3 and not p.hidden
  )
  select row_to_json(version), to_json(p.content), (
    select to_json(f.reason) from post_flags f where f.service = p.service and f.id = p.id and f.state = 'open'
  ), (
    select json_object_agg(s.hash, json_build_array(s.width, s.height, s.color))
    from file_uses u join picture_sizes s on s.hash = u.hash and s.width > 0
    where u.entity = 'post' and u.service = p.service and u.key = p.id
  ), (${COPIES}), (
    select json_object_agg(m.hash, json_build_array(m.details, case when r.fault is null and r.hash is not null
      then json_build_object('bytes', r.bytes, 'width', r.width, 'height', r.height) end))
    from file_uses u join media_details m on m.hash = u.hash and m.details::text <> '{}'
    left join media_renditions r on r.hash = m.hash
    where u.entity = 'post' and u.service = p.service and u.key = p.id
  )
  from p cross join lateral (select ${version("p")}) version
  union all
  select row_to_json(version), to_json(r.content), null, null, null, null
  from p join post_revisions r on r.service = p.service and r.id = p.id
  cross join lateral (select r.revision_id, ${version("r")}) version`;

/** Details of each file with its rendition. */
function mediaOf(found: Record<string, [MediaDetails, Rendition | null]>): PostPage["media"] {
  return Object.fromEntries(
    Object.entries(found).map(([hash, [details, rendition]]) => [
      hash,
      rendition === null ? details : { ...details, rendition },
    ]),
  );
}

/**
 * A post with all its older revisions in one round trip; undefined if it is unknown or hidden. Contents, which may be
 * megabytes, are returned as the JSON to send.
 */
export async function postPage(sql: Db, { service, id, post }: PostKey): Promise<PostPage | undefined> {
  const rows = await sql.unsafe(POST_PAGE, [service, post, id], { prepare: true }).raw();
  const versions: (PagePost | PageRevision)[] = [];
  const contents: Buffer[] = [];
  let flagged: string | null = null;
  let sizes: PostPage["sizes"] = {};
  let copies: PostPage["copies"] = {};
  let media: PostPage["media"] = {};
  for (const [row, content, reason, measured, larger, details] of rows as unknown as [
    Buffer,
    Buffer,
    ...(Buffer | null)[],
  ][]) {
    versions.push({ ...JSON.parse(row.toString()), content: jsonPlaceholder(contents.length) });
    contents.push(content);
    if (reason != null) flagged = JSON.parse(reason.toString());
    if (measured != null) sizes = JSON.parse(measured.toString());
    if (larger != null) copies = JSON.parse(larger.toString());
    if (details != null) media = mediaOf(JSON.parse(details.toString()));
  }
  const isRevision = (version: PagePost | PageRevision): version is PageRevision => "revision_id" in version;
  const found = versions.find((version) => !isRevision(version));
  if (found === undefined) return undefined;
  const revisions = versions.filter(isRevision).sort((a, b) => b.revision_id - a.revision_id);
  return { post: found, revisions, flagged, sizes, copies, media, contents };
}

/**
 * Oldest first, each with any older revisions. The creator comparison is written so that no index matches it: the
 * planner would otherwise search all posts of the creator.
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

/** Finds the creator of a post by service and post id. */
export async function resolvePost(sql: Db, service: string, post: string): Promise<PostAddress | undefined> {
  const [row] = await sql<PostAddress[]>`
    select p.service, p."user" as artist_id, p.id as post_id from posts p
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where p.service = ${service} and p.id = ${post} and not p.hidden`;
  return row;
}

/**
 * A post with a main file and attachments, chosen from random disk blocks: the cost is independent of the archive's
 * size.
 * @param percent share of the table's blocks to sample
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
