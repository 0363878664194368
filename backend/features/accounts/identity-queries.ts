import { forgetSessions } from "../../accounts/forgotten-devices.ts";
import type { Flow, ProviderLogoutToken } from "../../accounts/oidc.ts";
import { provenAt } from "../../accounts/sessions.ts";
import type { Db, Tx } from "../../db/client.ts";
import { hashOf } from "../../db/tokens.ts";

export interface StoredFlow extends Flow {
  provider: string;
  /** Cookie of the browser that began it. */
  browser: string;
  /** Page to return to. */
  location: string;
  invitation_hash: Buffer | null;
  /** Account of the session that confirms or links; null for a login. */
  account: number | null;
  links: boolean;
}

/** Deletes expired ones, too. */
export async function storeFlow(db: Db, { state, browser, ...flow }: StoredFlow): Promise<void> {
  const row = { ...flow, state_hash: hashOf(state), browser_hash: hashOf(browser) };
  await db`
    with expired as (delete from login_flows where created_at < now() - interval '10 minutes')
    insert into login_flows ${db(row)}`;
}

/** Deletes the flow: it works once. @returns undefined if this browser did not begin it in the last ten minutes */
export async function spendFlow(
  db: Db,
  provider: string,
  { state, browser }: Pick<StoredFlow, "state" | "browser">,
): Promise<StoredFlow | undefined> {
  const [row] = await db<Omit<StoredFlow, "state" | "browser">[]>`
    delete from login_flows
    where state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)} and provider = ${provider}
      and created_at > now() - interval '10 minutes'
    returning nonce, verifier, provider, location, invitation_hash, account, links`;
  return row && { ...row, state, browser };
}

export interface IdentityKey {
  issuer: string;
  subject: string;
}

export interface StoredIdentity extends IdentityKey {
  id: number;
  account: number;
  /** At the provider. */
  name: string;
}

export async function identityOf(
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<StoredIdentity | undefined> {
  const [row] = await db<StoredIdentity[]>`
    select id, account, issuer, subject, name from account_identities
    where issuer = ${issuer} and subject = ${subject}`;
  return row;
}

/** Oldest first. */
export async function accountIdentities(db: Db, account: number) {
  return await db<(StoredIdentity & { created_at: string; used_at: string | null })[]>`
    select id, account, issuer, subject, name, iso(created_at) as created_at, iso(used_at) as used_at
    from account_identities where account = ${account} order by id`;
}

/** @returns its id; undefined if the identity belongs to an account already */
export async function insertIdentity(
  db: Db,
  { account, issuer, subject, name }: Omit<StoredIdentity, "id">,
): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    insert into account_identities ${db({ account, issuer, subject, name })} on conflict do nothing returning id`;
  return row?.id;
}

export async function noteIdentityUse(db: Db, id: number, name: string): Promise<void> {
  await db`update account_identities set used_at = now(), name = ${name} where id = ${id}`;
}

/** Deletes the identity, and ends the sessions that began with it, except one. @returns false if the account has none such */
export async function deleteIdentity(
  tx: Tx,
  { account, id }: { account: number; id: number },
  exceptSession: string,
): Promise<boolean> {
  await forgetSessions(tx, tx`account = ${account} and identity = ${id} and id <> ${exceptSession}`);
  const { count } = await tx`delete from account_identities where account = ${account} and id = ${id}`;
  return count > 0;
}

interface Removed {
  identity?: number;
  passkey?: string;
}

/**
 * True if the account could log in without what is removed. Locks the account, so that two removals do not pass together.
 * @param passwords logins with a password are allowed
 * @param issuers of the configured providers
 */
export async function canLogInWithout(
  tx: Tx,
  account: number,
  { identity = 0, passkey = "" }: Removed,
  { passwords, issuers }: { passwords: boolean; issuers: string[] },
): Promise<boolean> {
  await tx`select from accounts where id = ${account} for update`;
  const [row] = await tx<[{ can: boolean }]>`
    select exists (select from accounts where id = ${account} and password is not null and ${passwords})
      or exists (select from passkeys where account = ${account} and id <> ${passkey})
      or exists (select from account_identities
        where account = ${account} and id <> ${identity} and issuer = any(${issuers}::text[])) as can`;
  return row.can;
}

/** Provider that the session began with. */
export async function issuerOfSession(db: Db, session: string): Promise<string | undefined> {
  const [row] = await db<{ issuer: string }[]>`
    select i.issuer from account_sessions s join account_identities i on i.id = s.identity where s.id = ${session}`;
  return row?.issuer;
}

/** Notes a new login with a provider, after which the session may do what needs a recent one. */
export async function confirmByProvider(
  db: Db,
  session: string,
  authenticatedAt: number | undefined,
): Promise<void> {
  await db`
    update account_sessions set proven_at = greatest(proven_at, ${provenAt(db, authenticatedAt)}) where id = ${session}`;
}

/** Deletes those that are too old to be accepted again, too. @returns false if the token was used before */
export async function spendLogoutToken(db: Db, { issuer, id }: ProviderLogoutToken): Promise<boolean> {
  await db`delete from logout_tokens where created_at < now() - interval '1 hour'`;
  const { count } = await db`
    insert into logout_tokens (token_hash) values (${hashOf(JSON.stringify([issuer, id]))}) on conflict do nothing`;
  return count > 0;
}

/** Ends the sessions that began with the provider; without a session in the token, or in a row, all of the person. */
export async function endProviderSessions(db: Db, token: ProviderLogoutToken): Promise<number> {
  const { issuer } = token;
  const [subject, session] = [token.subject ?? null, token.session ?? null];
  return await forgetSessions(
    db,
    db`identity in (
        select id from account_identities
        where issuer = ${issuer} and (${subject}::text is null or subject = ${subject}))
      and (${session}::text is null or provider_session = ${session}
        or (provider_session is null and ${subject}::text is not null))`,
  );
}
