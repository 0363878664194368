/** Deletes content permanently: rows, counts, search entries and the files nothing else uses, in one transaction. */
import { filePath } from "#shared/rules/files.ts";
import type { Db, Sql } from "../db/client.ts";
import { WRITE_LOCK } from "../db/locks.ts";
import { transaction } from "../db/tx.ts";

export interface Target {
  service: string;
  user: string;
  /** Null takes down the creator with everything of theirs. */
  post: string | null;
}

export interface TakenDown {
  /** False where nothing of it was here; it is kept out from now on all the same. */
  found: boolean;
  posts: number;
  /** Files that only this content used. */
  files: number;
}

/**
 * Deletes the target and records it, so that no ingest restores it. Idempotent.
 * The search indexes follow through the outbox, the bytes through `deleteRemovedFiles`.
 */
export async function takeDown(sql: Sql, target: Target, reason = ""): Promise<TakenDown> {
  const { service, user, post } = target;
  return await transaction(sql, async (tx) => {
    // Between two batches of a running ingest, and one takedown at a time (see takedowns.seq).
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    const [row] = await tx<[{ seq: number }]>`
      insert into takedowns (service, "user", post, reason) values (${service}, ${user}, ${post}, ${reason})
      on conflict (service, "user", post) do update set reason = excluded.reason returning seq`;
    const hashes = await usedHashes(tx, target);
    const removed =
      post === null ? await removeCreator(tx, target) : await removePost(tx, { ...target, post });
    const files = await removeUnused(tx, row.seq, hashes);
    return { ...removed, files };
  });
}

/** Lets a target be brought in again; what was removed stays removed. @returns false where it was not taken down */
export async function allowAgain(sql: Sql, { service, user, post }: Target): Promise<boolean> {
  const { count } = await sql`
    delete from takedowns where service = ${service} and "user" = ${user} and post is not distinct from ${post}`;
  return count > 0;
}

/** Every file the target names, its own revisions', messages' and shares' included. */
async function usedHashes(tx: Db, { service, user, post }: Target): Promise<string[]> {
  const rows = await tx<{ hash: string }[]>`
    with own_posts as (
      select id from posts where service = ${service} and "user" = ${user} and (${post}::text is null or id = ${post})
    ), uses (entity, service, key) as (
      select 'post', ${service}, id from own_posts
      union all select 'revision', ${service}, revision_id::text from post_revisions where service = ${service} and id in (select id from own_posts)
      union all select 'dm', service, hash from dms where ${post}::text is null and service = ${service} and "user" = ${user}
      union all select 'fancard', service, id::text from fancards where ${post}::text is null and service = ${service} and user_id = ${user}
      union all select 'share', '', f.share || '/' || f.position from shares s join share_files f on f.share = s.id
        where ${post}::text is null and s.service = ${service} and s."user" = ${user}
      union all select 'message', 'discord', m.id from discord_channels c join discord_messages m on m.channel = c.id
        where ${post}::text is null and ${service} = 'discord' and c.server_id = ${user}
    )
    select u.hash from uses join file_uses u using (entity, service, key)
    union select substring(path from '[0-9a-f]{64}') from creators c, unnest(array[c.icon, c.banner]) path
      where ${post}::text is null and c.service = ${service} and c.id = ${user} and path is not null`;
  return rows.map((row) => row.hash);
}

async function removeCreator(tx: Db, { service, user }: Target): Promise<Omit<TakenDown, "files">> {
  const [gone] = await tx<{ posts: number }[]>`
    delete from creators where service = ${service} and id = ${user} returning post_count as posts`;
  await tx`delete from creator_tags where service = ${service} and "user" = ${user}`;
  return { found: gone !== undefined, posts: gone?.posts ?? 0 };
}

async function removePost(tx: Db, target: Target & { post: string }): Promise<Omit<TakenDown, "files">> {
  const { count } = await tx`
    delete from posts where service = ${target.service} and id = ${target.post} and "user" = ${target.user}`;
  return { found: count > 0, posts: count };
}

/** Files still used by anything else stay. */
async function removeUnused(tx: Db, takedown: number, hashes: string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const unused = await tx<{ hash: string; ext: string }[]>`
    delete from files f where hash = any(${hashes}::text[])
      and not exists (select from file_uses u where u.hash = f.hash)
      and hash not in (select substring(path from '[0-9a-f]{64}') from creators, unnest(array[icon, banner]) path where path is not null)
    returning hash, ext`;
  const rows = unused.map(({ hash, ext }) => ({ hash, path: filePath(hash, ext), takedown }));
  if (rows.length > 0)
    await tx`
      insert into removed_files ${tx(rows, "hash", "path", "takedown")}
      on conflict (hash) do update set takedown = excluded.takedown, gone = false`;
  return rows.length;
}
