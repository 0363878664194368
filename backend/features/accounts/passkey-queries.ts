import type { Passkey } from "#shared/entities/account.ts";
import type { Db } from "../../db/client.ts";
import { hashOf } from "../../db/tokens.ts";

export interface StoredPasskey {
  id: string;
  account: number;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

export async function passkeyHandle(db: Db, account: number): Promise<Buffer> {
  const [row] = await db<[{ handle: Buffer }]>`
    select passkey_handle as handle from accounts where id = ${account}`;
  return row.handle;
}

/** Newest first. */
export async function accountPasskeys(
  db: Db,
  account: number,
): Promise<(Passkey & { transports: string[] })[]> {
  return await db<(Passkey & { transports: string[] })[]>`
    select id, name, iso(created_at) as created_at, iso(used_at) as used_at, transports
    from passkeys where account = ${account} order by passkeys.created_at desc, id`;
}

export async function passkeyById(db: Db, id: string): Promise<StoredPasskey | undefined> {
  const [row] = await db<StoredPasskey[]>`
    select id, account, public_key, counter, transports from passkeys where id = ${id}`;
  return row;
}

/** @param name label for the user @returns false if the passkey exists already */
export async function insertPasskey(db: Db, passkey: StoredPasskey, name: string): Promise<boolean> {
  const { count } = await db`insert into passkeys ${db({ ...passkey, name })} on conflict do nothing`;
  return count > 0;
}

/** @returns false if it was used since with this or a later counter, or was removed */
export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<boolean> {
  const { count } = await db`
    update passkeys set counter = ${counter}, used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return count > 0;
}

/** @returns false if the account has no such passkey */
export async function deletePasskey(db: Db, account: number, id: string): Promise<boolean> {
  const { count } = await db`delete from passkeys where account = ${account} and id = ${id}`;
  return count > 0;
}

/** @param account undefined for a login */
export async function storeChallenge(db: Db, challenge: string, account?: number): Promise<void> {
  await db`
    with ended as (delete from passkey_challenges where created_at < now() - interval '5 minutes')
    insert into passkey_challenges (challenge_hash, account) values (${hashOf(challenge)}, ${account ?? null})`;
}

/** @returns false if it was not issued for this account, was already used, or is older than five minutes */
export async function spendChallenge(db: Db, challenge: string, account?: number): Promise<boolean> {
  const { count } = await db`
    delete from passkey_challenges
    where challenge_hash = ${hashOf(challenge)} and account is not distinct from ${account ?? null}::integer
      and created_at > now() - interval '5 minutes'`;
  return count > 0;
}
