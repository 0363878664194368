/** The audit log, written in the transaction of the change. */
import type { Db } from "../db/client.ts";

export interface Audited {
  /** Id of the acting account; null from a shell on the server. */
  actor: number | null;
  kind:
    | "role"
    | "disabled"
    | "is_duplicate"
    | "account_group"
    | "password_reset"
    | "access"
    | "registration"
    | "sample"
    | "invitation"
    | "invitation_revoked"
    | "access_token"
    | "guest_link"
    | "guest_link_revoked"
    | "access_token_revoked"
    | "creator_link"
    | "creator_unlinked"
    | "takedown"
    | "takedown_undone"
    | "takedown_due"
    | "takedown_purged"
    | "takedown_days"
    | "takedown_request"
    | "hidden"
    | "shown"
    | "many_hidden"
    | "many_shown"
    | "flag_resolved"
    | "flag_reopened"
    | "reimport_requested"
    | "upload_approved"
    | "upload_refused"
    | "group"
    | "group_deleted"
    | "rating";
  /** Such as `account 3`, or the path of removed content; never a username, which must disappear with its account. */
  subject: string;
  before?: string | null;
  after?: string | null;
  /** Free text by the actor. */
  reason?: string | null;
  /** Entry of the bulk change that this is part of. */
  parent?: number | null | undefined;
  /** Entry that this undoes. */
  reverts?: number | null | undefined;
}

/** @returns id of the entry */
export async function audit(db: Db, { actor, kind, subject, ...more }: Audited): Promise<number> {
  const { before = null, after = null, reason = null, parent = null, reverts = null } = more;
  const [row] = await db<[{ id: number }]>`
    insert into audit_log ${db({ actor, kind, subject, before, after, reason, parent, reverts })} returning id`;
  return row.id;
}

/** Joins `contents` to entries of the log `l`: the creators and posts that the subject names, with what is left of them. */
export const joinContents = (db: Db) => db`
  left join lateral (
    select coalesce(
      json_agg(
        json_build_object('service', n.service, 'user', n."user", 'post', n.post, 'name', c.name, 'title', p.title)
        order by n.place),
      '[]') as contents
    from (
      select service, "user", id as post, 1 as place from post_flags join posts using (service, id)
      where flag = case when l.subject like 'flag %' then substr(l.subject, 6)::bigint end
      union all
      select split_part(path, '/', 1), split_part(path, '/', 2), nullif(split_part(path, '/', 3), ''), place
      from unnest(
        case
          when l.kind like 'creator%' then string_to_array(l.subject collate "C", ' ')
          -- Ratings were written as addresses at first.
          when l.kind = 'rating' then array[replace(replace(l.subject collate "C", '/user/', '/'), '/post/', '/')]
          else array[l.subject collate "C"] end) with ordinality paths (path, place)
      where strpos(split_part(path, ' ', 1), '/') > 0
    ) n
    left join creators c on c.service = n.service and c.id = n."user"
    left join posts p on p.service = n.service and p."user" = n."user" and p.id = n.post
  ) named on true`;
