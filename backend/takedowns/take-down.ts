/** Takes content down: hidden at first, or deleted at once with everything only it used. */
import { filePath } from "#shared/rules/files.ts";
import { type Audited, audit } from "../accounts/audit.ts";
import type { Db, Sql, Tx } from "../db/client.ts";
import { WRITE_LOCK } from "../db/locks.ts";
import { transaction } from "../db/tx.ts";
import { isTarget, setHidden, subjectOf, type Target, usedHashes } from "./target.ts";

interface Removal {
  target: Target;
  /** `takedown` by administrators, who may have it deleted later; `hidden` by moderators. */
  kind: "takedown" | "hidden";
  reason: string;
  actor: number | null;
  /** Days until it is deleted; null keeps it hidden. */
  days: number | null;
  /** Audit entry of the change that this is part of. */
  parent?: number | null;
}

export interface Removed {
  /** Number in the feed of removals. */
  seq: number;
  /** False if nothing of it was in the archive; it is still kept out from now on. */
  found: boolean;
  /** Number of files that only this content used. */
  files: number;
}

export interface TakenDown extends Omit<Removed, "seq"> {
  posts: number;
}

/**
 * Hides a target from everyone and records it, so that no ingest restores it and devices delete their copies.
 * Idempotent; a takedown replaces moderators' hiding of the same target.
 */
export async function hide(tx: Tx, { target, kind, reason, actor, days, parent }: Removal): Promise<Removed> {
  await lock(tx);
  const { service, user, post, comment = null, share = null, file = null } = target;
  const [known] = await tx<{ seq: number; kind: string; hid: boolean }[]>`
    select seq, kind, hid from takedowns where ${isTarget(tx, target)}`;
  const hid = await setHidden(tx, target, true);
  const found = hid > 0 || (await isStored(tx, target));
  if (known !== undefined && hid === 0 && (known.kind === "takedown" || kind === "hidden"))
    return { seq: known.seq, found, files: 0 };
  await tx`delete from takedowns where seq = ${known?.seq ?? 0}`;
  const entry = await audit(tx, { actor, kind, subject: subjectOf(target), reason, parent });
  const row = { service, user, post, comment, share, file, kind, reason, entry };
  const [{ seq }] = await tx<[{ seq: number }]>`
    insert into takedowns ${tx({ ...row, held: found, hid: hid > 0 || known?.hid === true })} returning seq`;
  await tx`update takedowns set purge_at = now() + make_interval(days => ${days}) where seq = ${seq} and held`;
  return { seq, found, files: found ? await withhold(tx, seq, target) : 0 };
}

/**
 * Shows hidden content again. Deleted content stays deleted and may be imported again.
 * @returns false if there is no such removal
 */
export async function restore(
  tx: Tx,
  seq: number,
  by: Pick<Audited, "actor" | "parent" | "reverts" | "reason">,
): Promise<boolean> {
  await lock(tx);
  const held = await tx<{ hash: string; path: string }[]>`
    select hash, path from removed_files where takedown = ${seq} and held`;
  const [row] = await tx<(Target & { kind: Removal["kind"]; hid: boolean })[]>`
    delete from takedowns where seq = ${seq} returning service, "user", post, comment, share, file, kind, hid`;
  if (row === undefined) return false;
  if (row.hid) await setHidden(tx, row, false);
  await withholdForOthers(tx, row, held);
  const kind = row.kind === "hidden" ? "shown" : "takedown_undone";
  await audit(tx, { ...by, kind, subject: subjectOf(row) });
  return true;
}

/**
 * Deletes the target and records it, so that no ingest restores it. Idempotent. Search indexes follow through the
 * outbox, files through `deleteRemovedFiles`.
 */
export async function takeDown(sql: Sql, target: Target, reason = ""): Promise<TakenDown> {
  return await transaction(sql, (tx) => takeDownIn(tx, target, reason));
}

/** Like `takeDown`, in a transaction of the caller. */
export async function takeDownIn(tx: Tx, target: Target, reason: string): Promise<TakenDown> {
  const { seq, found } = await hide(tx, { target, kind: "takedown", reason, actor: null, days: 0 });
  return { ...(await purge(tx, seq, target)), found };
}

/** Deletes content that is due. @returns number of removals */
export async function purgeDue(sql: Sql): Promise<number> {
  for (let done = 0; ; done++) {
    const was = await transaction(sql, async (tx) => {
      await tx`set local statement_timeout = 0`; // a creator's posts may take longer than the statement timeout
      await lock(tx);
      return await purgeFirst(tx);
    });
    if (!was) return done;
  }
}

/** Makes the deletion of a takedown due now. @returns false if it hides nothing */
export async function makeDue(tx: Tx, seq: number, actor: number): Promise<boolean> {
  const [row] = await tx<Target[]>`
    update takedowns set purge_at = now() where seq = ${seq} and held and kind = 'takedown'
    returning service, "user", post, comment, share, file`;
  if (row !== undefined) await audit(tx, { actor, kind: "takedown_due", subject: subjectOf(row) });
  return row !== undefined;
}

/** @returns false if none is due */
async function purgeFirst(tx: Tx): Promise<boolean> {
  const [row] = await tx<(Target & { seq: number })[]>`
    select seq, service, "user", post, comment, share, file from takedowns
    where held and purge_at <= now() order by purge_at, seq limit 1`;
  if (row === undefined) return false;
  await purge(tx, row.seq, row);
  await audit(tx, { actor: null, kind: "takedown_purged", subject: subjectOf(row) });
  return true;
}

/** Allows a target to be imported again; deleted content stays deleted. @returns false if it was not taken down */
export async function allowReimport(sql: Sql, target: Target): Promise<boolean> {
  return await transaction(sql, async (tx) => {
    const [row] = await tx<{ seq: number }[]>`select seq from takedowns where ${isTarget(tx, target)}`;
    return row !== undefined && (await restore(tx, row.seq, { actor: null }));
  });
}

/** Between ingest batches, and one removal at a time (see takedowns.seq). */
const lock = (tx: Tx) => tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;

/** True if something of the target existed before it was hidden. */
async function isStored(tx: Tx, { service, user, post, comment, share, file }: Target): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select case
      when ${file ?? null}::text is not null then exists (select from files where hash = ${file ?? null})
      when ${share ?? null}::text is not null then exists (select from shares where id = ${share ?? null})
      when ${comment ?? null}::text is not null then exists (
        select from comments where service = ${service} and post = ${post} and id = ${comment ?? null})
      when ${post}::text is not null then exists (
        select from posts where service = ${service} and id = ${post} and "user" = ${user})
      else exists (select from creators where service = ${service} and id = ${user}) end as found`;
  return row.found;
}

const PICTURES = (tx: Db) => tx`
  select substring(path from '[0-9a-f]{64}') from creators, unnest(array[icon, banner]) path where path is not null and not hidden`;

/** Withholds files that nothing visible uses while the removal is held. @returns number of files */
async function withhold(tx: Tx, seq: number, target: Target): Promise<number> {
  const hashes = await usedHashes(tx, target);
  if (hashes.length === 0) return 0;
  const rows = await tx<{ hash: string; ext: string }[]>`
    select hash, ext from files where hash = any(${hashes}::text[])
      and (${target.file ?? null}::text is not null or not is_used(hash) and hash not in (${PICTURES(tx)}))`;
  await addRemoved(tx, seq, rows, true);
  return rows.length;
}

/** Files also hidden by another removal stay withheld for that one; files in visible use are sent again. */
async function withholdForOthers(
  tx: Tx,
  { service, user }: Target,
  files: readonly { hash: string; path: string }[],
): Promise<void> {
  await tx`
    insert into removed_files (hash, path, takedown, held)
    select f.hash, f.path, other.seq, true
    from unnest(${files.map(({ hash }) => hash)}::text[], ${files.map(({ path }) => path)}::text[]) f (hash, path),
      lateral (
        select t.seq from takedowns t
        where t.held and (t.file = f.hash or t.service = ${service} and t.comment is null
          and not is_used(f.hash) and f.hash not in (${PICTURES(tx)}))
        order by t.file = f.hash desc nulls last, t."user" = ${user} desc, t.kind = 'takedown' desc, t.seq desc limit 1
      ) other`;
  await tx`
    delete from removed_files r
    where held and (is_used(hash) or hash in (${PICTURES(tx)}))
      and not exists (select from takedowns t where t.file = r.hash)`;
}

async function purge(tx: Tx, seq: number, target: Target): Promise<Omit<TakenDown, "found">> {
  const hashes = await usedHashes(tx, target);
  const posts = await remove(tx, target);
  await tx`update takedowns set held = false, hid = false, purge_at = null where seq = ${seq}`;
  if (hashes.length === 0) return { posts, files: 0 };
  const unused = await tx<{ hash: string; ext: string }[]>`
    delete from files f where hash = any(${hashes}::text[])
      and (${target.file ?? null}::text is not null
        or not exists (select from file_uses u where u.hash = f.hash) and hash not in (${PICTURES(tx)}))
    returning hash, ext`;
  await addRemoved(tx, seq, unused, false);
  return { posts, files: unused.length };
}

/** @returns number of posts */
async function remove(tx: Tx, { service, user, post, comment, share, file }: Target): Promise<number> {
  if (file) {
    await tx`delete from fancards where hash = ${file}`;
    await tx`delete from share_files where hash = ${file}`;
    return 0;
  }
  if (comment || share) return 0;
  if (post !== null) {
    await tx`delete from wanted_posts where service = ${service} and id = ${post}`;
    const { count } = await tx`
      delete from posts where service = ${service} and id = ${post} and "user" = ${user}`;
    return count;
  }
  const [gone] = await tx<{ posts: number; public_id: string | null }[]>`
    delete from creators where service = ${service} and id = ${user} returning post_count as posts, public_id`;
  await tx`
    delete from wanted_creators where service = ${service}
      and (id = ${user} and not by_public_id or id = ${gone?.public_id ?? null} and by_public_id)`;
  await tx`delete from wanted_posts where service = ${service} and "user" = ${user}`;
  await tx`delete from creator_tags where service = ${service} and "user" = ${user}`;
  return gone?.posts ?? 0;
}

async function addRemoved(
  tx: Tx,
  takedown: number,
  files: { hash: string; ext: string }[],
  held: boolean,
): Promise<void> {
  const rows = files.map(({ hash, ext }) => ({ hash, path: filePath(hash, ext), takedown, held }));
  // Files withheld by another removal stay with it, but a takedown takes over what moderators hide.
  if (rows.length > 0)
    await tx`
      insert into removed_files ${tx(rows, "hash", "path", "takedown", "held")}
      on conflict (hash) do update set takedown = excluded.takedown, held = excluded.held, gone = false
      where not (removed_files.held and excluded.held)
        or (select kind from takedowns where seq = removed_files.takedown) = 'hidden'
          and (select kind from takedowns where seq = excluded.takedown) = 'takedown'`;
}
