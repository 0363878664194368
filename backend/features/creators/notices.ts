/** Other publications of a creator: announcements and fan cards. */
import type { Announcement, Fancard } from "#shared/entities/notice.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Db } from "../../db/client.ts";

/** Newest first by displayed date; undefined if the creator is unknown. */
export async function announcements(
  sql: Db,
  { service, id }: { service: string; id: string },
): Promise<Announcement[] | undefined> {
  const [row] = await sql<{ announcements: Announcement[] }[]>`
    select (
      select coalesce(json_agg(json_build_object('service', a.service, 'user_id', a.user_id, 'hash', a.hash,
        'content', a.content, 'added', iso(a.added), 'published', iso(a.published))
        order by coalesce(a.published, a.added) desc, a.added desc, a.hash), '[]')
      from announcements a where a.service = c.service and a.user_id = c.id
    ) as announcements
    from creators c where c.service = ${service} and c.id = ${id} and not c.hidden`;
  return row?.announcements;
}

/**
 * Last added first.
 * @param server absolute origin of files, without a trailing slash
 */
export async function fancards(sql: Db, user: string, server: string): Promise<Fancard[]> {
  const rows = await sql<Omit<Fancard, "path" | "server">[]>`
    select card.id, card.user_id, f.id as file_id, f.hash, iso(f.mtime) as mtime, iso(f.ctime) as ctime, f.mime, f.ext,
      iso(card.added) as added, f.size, f.ihash, iso(card.last_checked_at) as last_checked_at, card.price
    from fancards card
    join files f on f.hash = card.hash
    join creators c on c.service = card.service and c.id = card.user_id and not c.hidden
    where card.service = 'fanbox' and card.user_id = ${user}
    order by card.added desc, card.id desc`;
  return rows.map((row) => ({ ...row, path: filePath(row.hash, row.ext), server }));
}
