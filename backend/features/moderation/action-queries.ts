/** Actions of moderators, and undoing them. */
import type { HideTarget } from "#shared/contracts/moderation.ts";
import type { ModerationAction } from "#shared/entities/moderation.ts";
import { type Audited, joinContents } from "../../accounts/audit.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";
import type { Target } from "../../takedowns/target.ts";

const KINDS = [
  "hidden",
  "shown",
  "many_hidden",
  "many_shown",
  "flag_resolved",
  "flag_reopened",
  "reimport_requested",
  "takedown_request",
] satisfies Audited["kind"][];

const actionColumns = (db: Db) => db`
  l.id, iso(l.created_at) as created_at, a.username as actor, l.kind, l.subject, named.contents, l.before, l.after, l.reason, l.reverts,
  (select count(*) from audit_log part where part.parent = l.id) as parts,
  not exists (select from audit_log u where u.reverts = l.id) and case l.kind
    when 'hidden' then exists (select from takedowns t where t.entry = l.id and t.kind = 'hidden')
    when 'many_hidden' then exists (
      select from audit_log part join takedowns t on t.entry = part.id and t.kind = 'hidden' where part.parent = l.id)
    when 'flag_resolved' then exists (
      select from post_flags f where 'flag ' || f.flag = l.subject and f.state = 'resolved' and not exists (
        select from audit_log n where n.subject = l.subject and n.id > l.id))
    else false end as can_undo`;

const entries = (db: Db) => db`from audit_log l left join accounts a on a.id = l.actor ${joinContents(db)}`;
const shown = (db: Db, subject: string | undefined) => db`
  l.kind = any(${KINDS}::text[]) and ${subject === undefined ? db`l.parent is null` : db`l.subject = ${subject}`}`;

export async function countActions(db: Db, subject?: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from audit_log l where ${shown(db, subject)}`;
  return row.count;
}

/** Newest first; parts of an action only with `subject`. */
export async function pageOfActions(
  db: Db,
  { subject, offset, size }: { subject?: string | undefined; offset: number; size: number },
): Promise<ModerationAction[]> {
  return await db<ModerationAction[]>`
    select ${actionColumns(db)} ${entries(db)}
    where ${shown(db, subject)} order by l.id desc ${pageAt(db, offset, size)}`;
}

/** Actions on any of the subjects, newest first, at most 100. */
export async function historyOf(db: Db, subjects: string[]): Promise<ModerationAction[]> {
  return await db<ModerationAction[]>`
    select ${actionColumns(db)} ${entries(db)}
    where l.subject = any(${subjects}::text[]) and l.kind = any(${KINDS}::text[]) order by l.id desc limit 100`;
}

/** Locks the entry's removals against a concurrent undo. */
export async function actionOf(db: Db, id: number): Promise<ModerationAction | undefined> {
  const [row] = await db<ModerationAction[]>`
    select ${actionColumns(db)} ${entries(db)}
    where l.id = ${id}::bigint and l.kind = any(${KINDS}::text[])`;
  return row;
}

/** Removals made by an action and its parts. */
export async function removalsOf(db: Db, action: number): Promise<{ seq: number; entry: number }[]> {
  return await db<{ seq: number; entry: number }[]>`
    select t.seq, t.entry from audit_log l join takedowns t on t.entry = l.id and t.kind = 'hidden'
    where l.id = ${action} or l.parent = ${action} order by t.seq`;
}

/** A moderators' removal of a post. */
export async function hiddenPost(
  db: Db,
  { service, user, post }: Target,
): Promise<{ seq: number; entry: number } | undefined> {
  const [row] = await db<{ seq: number; entry: number }[]>`
    select seq, entry from takedowns
    where service = ${service} and "user" = ${user} and post = ${post} and comment is null and kind = 'hidden'`;
  return row;
}

/** Resolves a target to the names a removal needs; undefined if it does not exist. */
export async function findTarget(db: Db, wanted: HideTarget): Promise<Target | undefined> {
  if ("share" in wanted) {
    const [found] = await db<{ service: string; user: string }[]>`
      select service, "user" from shares where id = ${wanted.share}`;
    return found && { ...found, post: null, share: wanted.share };
  }
  const { service, user, post = null, comment = null } = wanted;
  const [found] = await db<{ user: string }[]>`
    select c.id as user from creators c
    where c.service = ${service} and (c.id = ${user} or c.public_id = ${user})
      and (${post}::text is null or exists (
        select from posts p where p.service = c.service and p."user" = c.id and p.id = ${post}))
      and (${comment}::text is null or exists (
        select from comments m where m.service = c.service and m.post = ${post} and m.id = ${comment}))
    order by c.id <> ${user} limit 1`;
  return found && { service, user: found.user, post, comment };
}
