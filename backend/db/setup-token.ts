/** One-time token for creating the first administrator. */
import type { Sql, Tx } from "./client.ts";
import { hashOf, randomToken } from "./tokens.ts";

/** Creates a token for 24 hours, replacing an earlier one; undefined if there is an administrator. */
export async function createSetupToken(sql: Sql): Promise<string | undefined> {
  const token = randomToken();
  const { count } = await sql`
    insert into setup_token (token_hash) select ${hashOf(token)}
    where not exists (select from accounts where role = 'administrator')
    on conflict (singleton) do update set token_hash = excluded.token_hash, created_at = now()`;
  return count > 0 ? token : undefined;
}

export async function isSetupToken(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql`
    select from setup_token where token_hash = ${hashOf(token)} and created_at > now() - interval '24 hours'
      and not exists (select from accounts where role = 'administrator')`;
  return rows.length > 0;
}

/** Requires ADMINISTRATORS_LOCK. @returns false if it is invalid, or there is already an administrator */
export async function spendSetupToken(tx: Tx, token: string): Promise<boolean> {
  const { count } = await tx`
    delete from setup_token where token_hash = ${hashOf(token)} and created_at > now() - interval '24 hours'
      and not exists (select from accounts where role = 'administrator')`;
  return count > 0;
}
