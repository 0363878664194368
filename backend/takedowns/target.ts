/** Targets of hiding and takedowns. */
import type { Db } from "../db/client.ts";

/** A creator with all their content; with another field set, only that. */
export interface Target {
  /** Empty for a file. */
  service: string;
  user: string;
  post: string | null;
  /** Comment of the post. */
  comment?: string | null;
  share?: string | null;
  /** SHA-256 of a file, in all its uses. */
  file?: string | null;
}

/** Name in the audit log: the path of its page, with ids only. */
export function subjectOf({ service, user, post, comment, share, file }: Target): string {
  if (file) return `file ${file}`;
  if (share) return `share ${share}`;
  const path = [service, user, post ?? []].flat().join("/");
  return comment ? `comment ${path}/${comment}` : path;
}

/** Condition on a row of `takedowns`. */
export const isTarget = (sql: Db, { service, user, post, comment, share, file }: Target) => sql`
  service = ${service} and "user" = ${user} and post is not distinct from ${post}
  and comment is not distinct from ${comment ?? null} and share is not distinct from ${share ?? null}
  and file is not distinct from ${file ?? null}`;

/** Sets `hidden` on the target. @returns number of changed rows */
export async function setHidden(tx: Db, target: Target, hidden: boolean): Promise<number> {
  const { service, user, post, comment, share, file } = target;
  if (file) return 0;
  const { count } = share
    ? await tx`update shares set hidden = ${hidden} where id = ${share} and hidden <> ${hidden}`
    : comment
      ? await tx`
          update comments set hidden = ${hidden}
          where service = ${service} and post = ${post} and id = ${comment} and hidden <> ${hidden}`
      : post === null
        ? await tx`
            update creators set hidden = ${hidden} where service = ${service} and id = ${user} and hidden <> ${hidden}`
        : await tx`
            update posts set hidden = ${hidden}
            where service = ${service} and id = ${post} and "user" = ${user} and hidden <> ${hidden}`;
  return count;
}

/** Hashes of all files of the target, including those of revisions, messages and shares. */
export async function usedHashes(tx: Db, target: Target): Promise<string[]> {
  const { service, user, post, comment, share, file } = target;
  if (file) return [file];
  if (comment) return [];
  if (share) {
    const files = await tx<{ hash: string }[]>`select distinct hash from share_files where share = ${share}`;
    return files.map(({ hash }) => hash);
  }
  const rows = await tx<{ hash: string }[]>`
    with own_posts as (
      select id from posts where service = ${service} and "user" = ${user} and (${post}::text is null or id = ${post})
    ), uses (entity, service, key) as (
      select unnest(array['post', 'post_text']), ${service}, id from own_posts
      union all select unnest(array['revision', 'revision_text']), ${service}, revision_id::text
        from post_revisions where service = ${service} and id in (select id from own_posts)
      union all select 'dm', service, hash from dms where ${post}::text is null and service = ${service} and "user" = ${user}
      union all select 'fancard', service, id::text from fancards where ${post}::text is null and service = ${service} and user_id = ${user}
      union all select 'share', '', f.share || '/' || f.position from shares s join share_files f on f.share = s.id
        where ${post}::text is null and s.service = ${service} and s."user" = ${user}
      union all select 'message', 'discord', m.id from discord_channels c join discord_messages m on m.channel = c.id
        where ${post}::text is null and ${service} = 'discord' and c.server_id = ${user}
      union all select 'community', '', m.message_id from community_channels h join community_messages m using (channel_id)
        where ${post}::text is null and h.service = ${service} and h.creator_id = ${user}
    )
    select u.hash from uses join file_uses u using (entity, service, key)
    union select substring(path from '[0-9a-f]{64}') from creators c, unnest(array[c.icon, c.banner]) path
      where ${post}::text is null and c.service = ${service} and c.id = ${user} and path is not null`;
  return rows.map((row) => row.hash);
}
