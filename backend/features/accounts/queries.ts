import type { AccountSession, OwnAccount } from "#shared/entities/account.ts";
import type { Registration } from "#shared/rules/accounts.ts";
import type { Db } from "../../db/client.ts";

export interface Registering {
  registration: Registration;
  set_up: boolean;
}

/** The archive is set up once an administrator exists. */
export async function registration(db: Db): Promise<Registering> {
  const [row] = await db<[Registering]>`
    select registration, exists (select from accounts where role = 'administrator') as set_up from site_settings`;
  return row;
}

/**
 * Marks an invitation as used; concurrent calls wait for the first.
 * @returns its id, undefined if it is not valid, or the inviting account may not invite any more
 */
export async function spendInvitation(db: Db, hash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    update invitations i set used_at = now() from accounts a, site_settings
    where i.token_hash = ${hash} and i.used_at is null and i.expires_at > now()
      and a.id = i.account and not a.disabled and (a.role = 'administrator' or members_invite)
    returning i.id`;
  return row?.id;
}

/** Also puts the account into the group of the inviting one, so that nobody sees more by inviting themselves. */
export async function noteInvited(db: Db, invitation: number, account: number): Promise<void> {
  await db`update invitations set used_by = ${account} where id = ${invitation}`;
  await db`
    update accounts set group_id = by.group_id from invitations i join accounts by on by.id = i.account
    where accounts.id = ${account} and i.id = ${invitation} and by.role = 'consumer'`;
}

export interface StoredAccount extends Omit<OwnAccount, "is_duplicate"> {
  /** Hashed; null if it logs in with a provider or a passkey only. */
  password: string | null;
  is_duplicate: boolean;
  disabled: boolean;
}

const columns = (db: Db) =>
  db`id, username, iso(created_at) as created_at, role, password, is_duplicate, disabled`;

export async function accountByName(db: Db, username: string): Promise<StoredAccount | undefined> {
  const [row] = await db<StoredAccount[]>`
    select ${columns(db)} from accounts where lower(username) = lower(${username})`;
  return row;
}

/** Includes the number of new notifications. The account exists, because it was authenticated. */
export async function accountById(
  db: Db,
  id: number,
): Promise<(StoredAccount & { unseen: number }) | undefined> {
  const [row] = await db<(StoredAccount & { unseen: number })[]>`
    select ${columns(db)}, (select count(*) from notifications n where n.account = a.id and not n.seen) as unseen
    from accounts a where id = ${id}`;
  return row;
}

/** @throws PostgresError 23505 if the name is taken */
export async function renameAccount(db: Db, id: number, username: string): Promise<void> {
  await db`update accounts set username = ${username}, is_duplicate = false where id = ${id}`;
}

export async function setPassword(db: Db, id: number, password: string): Promise<void> {
  await db`update accounts set password = ${password} where id = ${id}`;
}

/** Last seen first. */
export async function accountSessions(db: Db, account: number, current: string): Promise<AccountSession[]> {
  return await db<AccountSession[]>`
    select id, id = ${current} as current, iso(created_at) as created_at, iso(seen_at) as seen_at, agent, address
    from account_sessions where account = ${account} and expires_at > now() order by account_sessions.seen_at desc, id`;
}

export async function confirmSession(db: Db, session: string): Promise<void> {
  await db`update account_sessions set proven_at = now() where id = ${session}`;
}

export async function endSession(db: Db, account: number, session: string): Promise<boolean> {
  const { count } = await db`delete from account_sessions where account = ${account} and id = ${session}`;
  return count > 0;
}

/** @param random becomes the key of an account that has none */
export async function deviceKey(db: Db, account: number, random: Buffer): Promise<Buffer> {
  const [{ device_key }] = await db<[{ device_key: Buffer }]>`
    update accounts set device_key = coalesce(device_key, ${random}) where id = ${account} returning device_key`;
  return device_key;
}
