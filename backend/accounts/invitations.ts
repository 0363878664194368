/** Invitations to register; only the hash of their token is stored. */
import type { Invitation } from "#shared/entities/account.ts";
import type { Db } from "../db/client.ts";

export async function addInvitation(
  db: Db,
  { account, hash, days }: { account: number; hash: Buffer; days: number },
): Promise<number> {
  const [row] = await db<[{ id: number }]>`
    with outdated as (delete from invitations where least(used_at, expires_at) < now() - interval '30 days')
    insert into invitations (token_hash, account, expires_at)
    values (${hash}, ${account}, now() + ${days} * interval '1 day') returning id`;
  return row.id;
}

/** Newest first. @param account whose; undefined for those of all */
export async function invitations(db: Db, account?: number): Promise<Invitation[]> {
  return await db<Invitation[]>`
    select i.id, iso(i.created_at) as created_at, iso(i.expires_at) as expires_at, a.username as created_by,
      case when used_at is not null then 'used' when expires_at > now() then 'open' else 'expired' end as state,
      u.username as used_by
    from invitations i join accounts a on a.id = i.account left join accounts u on u.id = i.used_by
    where least(used_at, expires_at) > now() - interval '30 days' ${account === undefined ? db`` : db`and i.account = ${account}`}
    order by i.id desc`;
}

/** @param account whose; undefined for that of anyone @returns false unless it was open */
export async function deleteInvitation(db: Db, id: number, account?: number): Promise<boolean> {
  const { count } = await db`
    delete from invitations where id = ${id}::bigint and used_at is null and expires_at > now()
      ${account === undefined ? db`` : db`and account = ${account}`}`;
  return count > 0;
}

/** True if all accounts may invite, not only administrators. */
export async function mayMembersInvite(db: Db): Promise<boolean> {
  const [row] = await db<[{ allowed: boolean }]>`select members_invite as allowed from site_settings`;
  return row.allowed;
}

/** Number of open invitations; the account's row stays locked, so that two requests do not both make the last one. */
export async function countOpenInvitations(db: Db, account: number): Promise<number> {
  await db`select from accounts where id = ${account} for no key update`;
  const [row] = await db<[{ count: number }]>`
    select count(*)::integer as count from invitations where account = ${account} and used_at is null and expires_at > now()`;
  return row.count;
}
