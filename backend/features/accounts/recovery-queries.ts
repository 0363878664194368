import { forgetDevices } from "../../accounts/forgotten-devices.ts";
import type { Db, Tx } from "../../db/client.ts";
import { countFavorites } from "../../db/favorite-counts.ts";

export async function countCodes(db: Db, account: number): Promise<number> {
  const [row] = await db<[{ left: number }]>`
    select count(*) as left from recovery_codes where account = ${account}`;
  return row.left;
}

/** Replaces all codes. */
export async function replaceCodes(tx: Tx, account: number, hashes: Buffer[]): Promise<void> {
  await tx`delete from recovery_codes where account = ${account}`;
  await tx`insert into recovery_codes ${tx(hashes.map((code_hash) => ({ account, code_hash })))}`;
}

/** @returns the account's id; undefined if no account of this name has the code */
export async function accountOfCode(db: Db, username: string, hash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    select a.id from accounts a join recovery_codes r on r.account = a.id
    where lower(a.username) = lower(${username}) and r.code_hash = ${hash}`;
  return row?.id;
}

/** @returns false if it was already spent */
export async function spendCode(db: Db, account: number, hash: Buffer): Promise<boolean> {
  const { count } = await db`delete from recovery_codes where account = ${account} and code_hash = ${hash}`;
  return count > 0;
}

/**
 * Deletes the account with all its data, and subtracts its favorites from the counts.
 * @param session of the device that deletes it, and what it has stored itself
 */
export async function eraseAccount(tx: Tx, account: number, session: string): Promise<void> {
  const creators = await tx<{ service: string; id: string }[]>`
    delete from favorite_creators where account = ${account} returning service, id`;
  await countFavorites(tx, "creator", creators, -1);
  const posts = await tx<{ service: string; id: string }[]>`
    delete from favorite_posts where account = ${account} returning service, id`;
  await countFavorites(tx, "post", posts, -1);
  await tx`delete from idempotency_keys where scope = ${`account ${account}`}`;
  await forgetDevices(tx, account, session);
  await tx`delete from accounts where id = ${account}`;
}
