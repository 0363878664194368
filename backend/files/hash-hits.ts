/** Files by hash, with their uses. */
import type { HashHit } from "#shared/entities/archive-file.ts";
import type { Db, Fragment } from "../db/client.ts";
import { isServed } from "../db/is-served.ts";

/** Uses examined per file, so that an image shared by thousands of posts costs no more than another. */
const MAX_USES_SCANNED = 200;

/**
 * Files by hash with their newest uses, in the requested order; hidden ones are left out.
 * @param hashes 64 lower-case hex digits each
 * @param limit of posts and of messages per file
 */
export async function hashHits(sql: Db, hashes: readonly string[], limit: number): Promise<HashHit[]> {
  const { columns, uses } = withUses(sql, limit);
  const rows = await sql<HitRow[]>`
    select ${columns}
    from unnest(${hashes as string[]}::text[]) with ordinality as asked (hash, place) join files f on f.hash = asked.hash and ${isServed(sql)}
    ${uses}
    order by asked.place`;
  return rows.map((row) => hitOf(row, limit));
}

/** A row with the columns of `withUses`: up to one use more than asked for. */
export type HitRow = Omit<HashHit, "more">;

export function hitOf({ posts, discord_posts, ...file }: HitRow, limit: number): HashHit {
  return {
    ...file,
    posts: posts.slice(0, limit),
    discord_posts: discord_posts.slice(0, limit),
    more: posts.length > limit || discord_posts.length > limit,
  };
}

/** Columns of `HitRow`, and the joins that they need, for a statement that selects from `files f`. */
export function withUses(sql: Db, limit: number): { columns: Fragment; uses: Fragment } {
  return {
    columns: sql`f.hash, f.mime, f.ext, f.size, coalesce(found.posts, '[]') as posts, coalesce(said.messages, '[]') as discord_posts`,
    uses: sql`
    cross join lateral (
      select json_agg(json_build_object('service', service, 'user', "user", 'id', id, 'title', title,
        'revision', revision) order by listed_at desc, service, id) as posts
      from (
        select p.service, p."user", p.id, p.title, p.listed_at,
          case when bool_or(used.revision is null) then null else max(used.revision) end as revision
        from (
          select u.service, coalesce(r.id, u.key) as id, r.revision_id as revision
          from (select * from file_uses where hash = f.hash and entity in ('post', 'revision')
            limit ${MAX_USES_SCANNED}) u
          left join post_revisions r on r.revision_id = case when u.entity = 'revision' then u.key::bigint end
        ) used
        join posts p using (service, id) join creators c on c.service = p.service and c.id = p."user"
        where not p.hidden and not c.hidden
        group by p.service, p."user", p.id, p.title, p.listed_at
        order by p.listed_at desc, p.service, p.id limit ${limit + 1}
      ) newest
    ) found
    cross join lateral (
      select json_agg(json_build_object('server', server, 'channel', channel, 'id', id,
        'substring', left(content, 50)) order by published desc, id) as messages
      from (
        select m.* from (select * from file_uses where hash = f.hash and entity = 'message'
          limit ${MAX_USES_SCANNED}) u
        join discord_messages m on m.id = u.key join creators c on c.service = 'discord' and c.id = m.server
        where not c.hidden order by m.published desc, m.id limit ${limit + 1}
      ) newest
    ) said`,
  };
}
