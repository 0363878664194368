import type { AccessToken } from "#shared/entities/account.ts";
import { MAX_TOKENS, type Scope } from "#shared/rules/scopes.ts";
import type { Db } from "../../db/client.ts";

/** Newest first. */
export async function accountTokens(db: Db, account: number): Promise<AccessToken[]> {
  return await db<AccessToken[]>`
    select id, name, scopes, iso(created_at) as created_at, iso(expires_at) as expires_at,
      coalesce(expires_at <= now(), false) as has_expired, iso(used_at) as used_at
    from access_tokens where account = ${account} order by access_tokens.id desc`;
}

export interface StoredToken {
  account: number;
  hash: Buffer;
  name: string;
  scopes: Scope[];
  /** Null never expires. */
  days: number | null;
}

/** Also deletes tokens of the account that expired 30 days ago. @returns its id, undefined if the account has too many */
export async function insertToken(
  db: Db,
  { account, hash, name, scopes, days }: StoredToken,
): Promise<number | undefined> {
  await db`
    delete from access_tokens where account = ${account} and expires_at < now() - interval '30 days'`;
  const [made] = await db<{ id: number }[]>`
    insert into access_tokens (account, token_hash, name, scopes, expires_at)
    select ${account}::integer, ${hash}::bytea, ${name}, ${scopes}::text[], now() + ${days}::integer * interval '1 day'
    where (select count(*) from access_tokens where account = ${account}) < ${MAX_TOKENS} returning id`;
  return made?.id;
}

export async function deleteToken(db: Db, account: number, id: number): Promise<boolean> {
  const { count } = await db`delete from access_tokens where account = ${account} and id = ${id}`;
  return count > 0;
}
