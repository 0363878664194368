/** A part of the archive to export for another: visible posts of creators, with their creators and files. */
import type { Tx } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import type { Part } from "#backend/imports/bundle/export.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { loadTheirs } from "#backend/imports/wanted/compare.ts";
import type { HaveLine } from "#backend/imports/wanted/have-list.ts";

export interface Selection {
  /** With all their posts, announcements and Discord messages. */
  creators: { service: string; id: string }[];
  posts: { service: string; user: string; id: string }[];
  /** Posts and files of another archive: chosen is every post that it lacks, or of which it lacks a file. */
  lacking: AsyncIterable<HaveLine> | undefined;
}

const OF_POSTS = "(t.service, t.id) in (select service, id from chosen_posts)";
const CHANNELS = `select h.id from discord_channels h join chosen_creators c on c.service = h.service and c.id = h.server_id
  where c.is_whole`;
const ofWhole = (column: string) =>
  `(t.service, t.${column}) in (select service, id from chosen_creators where is_whole)`;

/** The entities of a part, each with its condition on the row `t`: those that an import of downloads merges. */
const CONDITIONS: Partial<Record<Entity, string>> = {
  files: "t.hash in (select hash from chosen_files)",
  creators: "(t.service, t.id) in (select service, id from chosen_creators)",
  posts: OF_POSTS,
  post_revisions: OF_POSTS,
  comments: "(t.service, t.post) in (select service, id from chosen_posts) and not t.hidden",
  announcements: ofWhole("user_id"),
  discord_channels: ofWhole("server_id"),
  discord_messages: `t.channel in (${CHANNELS})`,
  discord_message_revisions: `t.message in (select id from discord_messages where channel in (${CHANNELS}))`,
};

/**
 * Fills temporary tables with the keys of the part.
 * @returns conditions as of a part; files that were taken down must not be named
 * @throws ExpectedError if a creator or post is not here, or is hidden
 */
export async function choose(tx: Tx, { creators, posts, lacking }: Selection): ReturnType<Part["choose"]> {
  await tx`create temporary table chosen_creators (service text collate "C", id text collate "C", is_whole boolean,
    primary key (service, id)) on commit drop`;
  await tx`create temporary table chosen_posts (service text collate "C", id text collate "C", primary key (service, id)) on commit drop`;
  await tx`create temporary table chosen_files (hash text collate "C" primary key) on commit drop`;
  await tx`
    insert into chosen_creators select c.service, c.id, true from creators c
    join json_to_recordset(${JSON.stringify(creators)}::text::json) k (service text, id text)
      on c.service = k.service and c.id = k.id
    where not c.hidden on conflict do nothing`;
  const [missing] = await tx<{ key: string }[]>`
    select k.service || '/' || k.id as key
    from json_to_recordset(${JSON.stringify(creators)}::text::json) k (service text, id text)
    where not exists (select from chosen_creators c where c.service = k.service and c.id = k.id)
    union all select concat_ws('/', k.service, k."user", k.id)
    from json_to_recordset(${JSON.stringify(posts)}::text::json) k (service text, "user" text, id text)
    where not exists (
      select from posts p join creators c on c.service = p.service and c.id = p."user"
      where p.service = k.service and p."user" = k."user" and p.id = k.id and not p.hidden and not c.hidden)`;
  if (missing !== undefined) throw new ExpectedError(`${missing.key} is not in this archive, or is hidden.`);
  if (lacking !== undefined) await loadTheirs(tx, lacking);
  await tx`
    insert into chosen_posts select p.service, p.id from posts p join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden and (
      exists (select from chosen_creators w where w.service = p.service and w.id = p."user")
      or (p.service, p.id) in (
        select k.service collate "C", k.id collate "C"
        from json_to_recordset(${JSON.stringify(posts)}::text::json) k (service text, id text))
      or ${lacking === undefined ? tx`false` : isLacking(tx)})`;
  await tx`
    insert into chosen_creators select distinct p.service, p."user", false from posts p join chosen_posts using (service, id)
    on conflict do nothing`;
  await tx`analyze chosen_posts`;
  await tx`analyze chosen_creators`;
  await tx`insert into chosen_files select hash from (${USES(tx)}) u where hash is not null`;
  const removed = await tx<{ hash: string }[]>`
    delete from chosen_files c using removed_files r where r.hash = c.hash returning c.hash`;
  await tx`analyze chosen_files`;
  return { conditions: CONDITIONS, removed: new Set(removed.map(({ hash }) => hash)) };
}

/** Condition on the post `p`. Damaged files are not here, as in a have list. */
const isLacking = (tx: Tx) => tx`(
  not exists (select from their_posts t where t.service = p.service and t.id = p.id)
  or exists (
    select from file_uses u join files f using (hash)
    where u.entity in ('post', 'post_text') and u.service = p.service and u.key = p.id
      and not exists (select from their_files t where t.hash = u.hash)
      and not exists (select from damaged_files d where d.hash = u.hash)
      and not exists (select from removed_files r where r.hash = u.hash)))`;

const USES = (tx: Tx) => tx`
  select u.hash from chosen_posts c join file_uses u on u.service = c.service and u.key = c.id
  where u.entity in ('post', 'post_text')
  union select u.hash from chosen_posts c join post_revisions r using (service, id)
    join file_uses u on u.service = r.service and u.key = r.revision_id::text
  where u.entity in ('revision', 'revision_text')
  union select u.hash from discord_messages m join file_uses u on u.service = 'discord' and u.key = m.id
  where u.entity = 'message' and m.channel in (${tx.unsafe(CHANNELS)})
  union select substring(path from '[0-9a-f]{64}') from creators join chosen_creators using (service, id),
    unnest(array[icon, banner]) path`;
