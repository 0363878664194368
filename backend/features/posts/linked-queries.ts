/** Posts of linked creators as one list (decision 0041). */
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { fixed } from "../../db/pages.ts";
import { listColumns } from "../../db/post-columns.ts";

/** Last post of a page; `at` in Unix seconds. */
interface Cursor {
  at: string;
  service: string;
  id: string;
}

interface Page {
  isLinked: boolean;
  posts: LinkedPost[];
  next: string | null;
}

/** Undefined if the creator is unknown; empty if it has no links. */
export async function linkedPosts(
  db: Db,
  { service, id }: { service: string; id: string },
  after: Cursor | undefined,
): Promise<Page | undefined> {
  const [creator] = await db<{ relation_id: number | null }[]>`
    select relation_id from creators where service = ${service} and id = ${id} and not hidden`;
  if (creator === undefined) return undefined;
  if (creator.relation_id === null) return { isLinked: false, posts: [], next: null };
  const rows = await db<(LinkedPost & { at: string })[]>`
    with recursive page as (
      select ${columns(db)} from linked_posts l
      where relation_id = ${creator.relation_id} and not (repeats_file or repeats_attachments) ${afterCursor(db, after)}
      order by listed_at desc, service, id limit ${fixed(db, PAGE_SIZE + 1)}
    ), folded as (
      select l.service as into_service, l.id as into_id, ${columns(db)} from page l
      union
      select f.into_service, f.into_id, l.* from folded f, lateral (
        select ${columns(db)} from linked_posts l
        where l.relation_id = f.relation_id and l.file = f.file and l.repeats_file and not f.repeats_file
        union all
        select ${columns(db)} from linked_posts l
        where l.relation_id = f.relation_id and l.attachments = f.attachments and l.repeats_attachments
          and not f.repeats_attachments
      ) l
    )
    select ${listColumns(db, true)}, (
      select coalesce(json_agg(json_build_object('service', f.service, 'user', f."user", 'id', f.id)
        order by f.listed_at desc, f.service, f.id), '[]')
      from folded f where (f.into_service, f.into_id) = (p.service, p.id) and (f.service, f.id) <> (p.service, p.id)
    ) as repeats, extract(epoch from p.listed_at)::text as at
    from page join posts p using (service, id) join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden order by p.listed_at desc, p.service, p.id`;
  const posts = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? posts.at(-1) : undefined;
  return {
    isLinked: true,
    posts: posts.map(({ at, ...post }) => post),
    next: last === undefined ? null : `${last.at}/${last.service}/${last.id}`,
  };
}

const columns = (db: Db) => db`
  l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, l.repeats_file, l.repeats_attachments`;

/** The first condition lets PostgreSQL use the index. */
function afterCursor(db: Db, after: Cursor | undefined) {
  if (after === undefined) return db``;
  const at = db`to_timestamp(${after.at}::text::float8)`;
  return db`and listed_at <= ${at} and (listed_at < ${at} or (service, id) > (${after.service}, ${after.id}))`;
}
