/** Takedowns as administrators see them. */
import type { HeldTakedown, TakedownPreview } from "#shared/entities/takedown.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";
import { type Target, usedHashes } from "../../takedowns/target.ts";

export async function takedownDays(db: Db): Promise<number> {
  const [row] = await db<[{ days: number }]>`select takedown_days as days from site_settings`;
  return row.days;
}

/** @returns the previous value */
export async function setTakedownDays(db: Db, days: number): Promise<number> {
  const [row] = await db<[{ before: number }]>`
    with old as (select takedown_days from site_settings for update)
    update site_settings set takedown_days = ${days} from old returning old.takedown_days as before`;
  return row.before;
}

export async function countTakedowns(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from takedowns where kind = 'takedown'`;
  return row.count;
}

/** Newest first. */
export async function pageOfTakedowns(db: Db, offset: number, size: number): Promise<HeldTakedown[]> {
  return await db<HeldTakedown[]>`
    select seq as id, service, "user", post, file, reason, iso(taken_at) as taken_at, held, iso(purge_at) as purge_at
    from takedowns where kind = 'takedown' order by seq desc ${pageAt(db, offset, size)}`;
}

/** Id of a creator given by id or public name; the name itself if there is none. */
export async function creatorId(db: Db, service: string, name: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    select id from creators where service = ${service} and (id = ${name} or public_id = ${name})
    order by id <> ${name} limit 1`;
  return row?.id ?? name;
}

/** Counts what the target includes, hidden or not, and the files that nothing else visible uses. */
export async function preview(db: Db, target: Target): Promise<TakedownPreview> {
  const { service, user, post } = target;
  const file = target.file ?? null;
  const hashes = await usedHashes(db, target);
  const [row] = await db<[Omit<TakedownPreview, "indexed">]>`
    with own as (
      select service, id from posts
      where ${file}::text is null and service = ${service} and "user" = ${user} and (${post}::text is null or id = ${post})
    ), whole as (
      select * from creators where ${file}::text is null and ${post}::text is null and service = ${service} and id = ${user}
    ), gone as (
      select f.size from files f where f.hash = any(${hashes}::text[]) and (${file}::text is not null or not exists (
        select from file_uses u where u.hash = f.hash and case
          when u.entity in ('post', 'post_text') then (u.service, u.key) not in (select service, id from own)
          when u.entity in ('revision', 'revision_text') then not exists (
            select from post_revisions r join own o on o.service = r.service and o.id = r.id where r.revision_id = u.key::bigint)
          when u.entity = 'dm' then not exists (
            select from dms d join whole w on w.service = d.service and w.id = d."user" where d.hash = u.key)
          when u.entity = 'fancard' then not exists (
            select from fancards c join whole w on w.service = c.service and w.id = c.user_id where c.id = u.key::bigint)
          when u.entity = 'share' then not exists (
            select from shares s join whole w on w.service = s.service and w.id = s."user"
            where s.id = left(u.key, length(u.key) - position('/' in reverse(u.key))))
          when u.entity = 'message' then not exists (
            select from discord_messages m join discord_channels h on h.id = m.channel
            join whole w on w.service = h.service and w.id = h.server_id where m.id = u.key)
          when u.entity = 'community' then not exists (
            select from community_messages m join community_channels h using (channel_id)
            join whole w on w.service = h.service and w.id = h.creator_id where m.message_id = u.key)
          else true end))
    )
    select exists (select from own) or exists (select from whole)
        or exists (select from files where hash = ${file}) as found,
      coalesce((select name from whole), (select p.title from own join posts p using (service, id) where ${post}::text is not null limit 1), '') as name,
      (select count(*) from own) as posts,
      (select count(*) from dms d join whole w on w.service = d.service and w.id = d."user") as dms,
      (select count(*) from shares s join whole w on w.service = s.service and w.id = s."user") as shares,
      (select count(*) from comments m join own o on m.service = o.service and m.post = o.id) as comments,
      (select count(*) from gone) as files, (select coalesce(sum(size), 0)::bigint from gone) as size`;
  const wholeCreator = row.found && file === null && post === null ? 1 : 0;
  return { ...row, indexed: row.posts + row.dms + wholeCreator };
}
