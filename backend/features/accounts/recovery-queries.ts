import type { AccountData } from "#shared/contracts/own-account.ts";
import type { Db, Tx } from "../../db/client.ts";
import { countFavorites } from "../../db/favorite-counts.ts";

export async function countCodes(db: Db, account: number): Promise<number> {
  const [row] = await db<[{ left: number }]>`
    select count(*) as left from recovery_codes where account = ${account}`;
  return row.left;
}

/** In place of those there were. */
export async function replaceCodes(tx: Tx, account: number, hashes: Buffer[]): Promise<void> {
  await tx`delete from recovery_codes where account = ${account}`;
  await tx`insert into recovery_codes ${tx(hashes.map((code_hash) => ({ account, code_hash })))}`;
}

/** @returns the account's id; undefined where no account of the name has the code */
export async function accountOfCode(db: Db, username: string, hash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    select a.id from accounts a join recovery_codes r on r.account = a.id
    where lower(a.username) = lower(${username}) and r.code_hash = ${hash}`;
  return row?.id;
}

/** @returns false where it was spent meanwhile */
export async function spendCode(db: Db, account: number, hash: Buffer): Promise<boolean> {
  const { count } = await db`delete from recovery_codes where account = ${account} and code_hash = ${hash}`;
  return count > 0;
}

type Stored = Omit<AccountData, "account" | "sessions">;

/** What is stored of an account in tables of its own. */
export async function storedData(db: Db, account: number): Promise<Stored> {
  const [row] = await db<[Stored]>`
    select (
      select coalesce(json_agg(json_build_object('service', f.service, 'id', f.id, 'name', c.name, 'faved_seq', f.faved_seq)
        order by f.faved_seq), '[]')
      from favorite_creators f join creators c using (service, id) where f.account = ${account}
    ) as favorite_creators, (
      select coalesce(json_agg(json_build_object('service', f.service, 'user', p."user", 'id', f.id, 'title', p.title,
        'faved_seq', f.faved_seq) order by f.faved_seq), '[]')
      from favorite_posts f join posts p using (service, id) where f.account = ${account}
    ) as favorite_posts, (
      select coalesce(json_agg(json_build_object('service', f.service, 'user', p."user", 'post', f.id, 'reason', f.reason,
        'created_at', iso(f.created_at)) order by f.created_at), '[]')
      from post_flags f join posts p using (service, id) where f.account = ${account}
    ) as flags, (
      select coalesce(json_agg(json_build_object('id', n.id, 'type', n.type, 'extra_info', n.extra_info, 'isSeen', n.seen,
        'created_at', iso(n.created_at)) order by n.id), '[]')
      from notifications n where n.account = ${account}
    ) as notifications, (
      select coalesce(json_agg(json_build_object('name', p.name, 'created_at', iso(p.created_at), 'used_at', iso(p.used_at))
        order by p.created_at), '[]')
      from passkeys p where p.account = ${account}
    ) as passkeys, (
      select json_build_object('key_id', y.key_id, 'segments', (
        select coalesce(json_agg(json_build_object('device', g.device, 'pushed_at', iso(g.pushed_at),
          'bytes', translate(encode(g.bytes, 'base64'), chr(10), '')) order by g.seq), '[]')
        from sync_segments g where g.account = y.account
      ))
      from sync_accounts y where y.account = ${account}
    ) as sync, (
      select coalesce(json_agg(json_build_object('id', u.id, 'service', u.service, 'user', u."user", 'creator', c.name,
        'name', u.name, 'size', u.size, 'sha256', u.claimed, 'received', u.received, 'state', u.state, 'reason', u.reason, 'mime', u.mime,
        'share', u.share, 'created_at', iso(u.created_at), 'title', u.title, 'hash', u.hash) order by u.created_at, u.id), '[]')
      from uploads u join creators c on c.service = u.service and c.id = u."user" where u.account = ${account}
    ) as uploads`;
  return row;
}

/** Deletes the account with all that belongs to it; its favorites are counted no more. */
export async function eraseAccount(tx: Tx, account: number): Promise<void> {
  const creators = await tx<{ service: string; id: string }[]>`
    delete from favorite_creators where account = ${account} returning service, id`;
  await countFavorites(tx, "creator", creators, -1);
  const posts = await tx<{ service: string; id: string }[]>`
    delete from favorite_posts where account = ${account} returning service, id`;
  await countFavorites(tx, "post", posts, -1);
  await tx`delete from idempotency_keys where scope = ${`account ${account}`}`;
  await tx`delete from accounts where id = ${account}`;
}
