/**
 * Sessions (docs/decisions/0032-accounts.md): the cookie holds an id and a secret, the database the id and the secret's
 * hash.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SESSION_COOKIE } from "#shared/contracts/accounts.ts";
import { CONFIRMATION_NEEDED } from "#shared/contracts/own-account.ts";
import type { Role } from "#shared/rules/roles.ts";
import { PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";
import type { Db, Sql } from "../db/client.ts";
import { hashOf, randomToken } from "../db/tokens.ts";
import { cookieOf } from "../http/cookies.ts";
import { forbidden } from "../http/errors.ts";
import type { Authenticate, Principal } from "../http/principal.ts";

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/;
/** Maximum sessions per account; the longest unused ones end. */
const MAX_SESSIONS = 100;
const MAX_AGENT = 300;
/** Age at which a session ends, however much it is used. */
export const MAX_DAYS = 180;
/** Seconds. The database decides when a session ends, and extends it; the cookie outlives it. */
export const COOKIE_MAX_AGE = 365 * 24 * 60 * 60;

export interface Device {
  agent: string;
  address: string;
}

/** Login with a provider that a session began with. */
export interface ProviderLogin {
  /** Id in `account_identities`. */
  identity: number;
  /** Id of the session at the provider. */
  session?: string | undefined;
  /** Time of the login there, in seconds since 1970; undefined counts as now. */
  authenticatedAt?: number | undefined;
}

/** Starts a session of 30 days, and deletes expired ones. @returns the cookie's value */
export async function startSession(
  db: Db,
  account: number,
  { agent, address }: Device,
  login?: ProviderLogin,
): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  const secret = randomToken();
  await db`
    with ended as (
      delete from account_sessions where expires_at < now() or id in (
        select id from account_sessions where account = ${account} order by seen_at desc offset ${MAX_SESSIONS - 1}
      )
    )
    insert into account_sessions (id, secret_hash, account, agent, address, identity, provider_session, proven_at)
    values (${id}, ${hashOf(secret)}, ${account}, ${agent.slice(0, MAX_AGENT)}, ${address},
      ${login?.identity ?? null}, ${login?.session ?? null}, ${provenAt(db, login?.authenticatedAt)})`;
  return `${id}.${secret}`;
}

/** Time of the login; a provider may log a person in who entered a password there days ago. */
export function provenAt(db: Db, authenticatedAt: number | undefined) {
  return db`least(now(), to_timestamp(${authenticatedAt ?? null}::float8))`; // least ignores null
}

/** Ends all sessions of an account except one. */
export async function endSessions(db: Db, account: number, except = ""): Promise<void> {
  await db`delete from account_sessions where account = ${account} and id <> ${except}`;
}

/** @throws HttpError 403 if the password was not confirmed in this session within the last ten minutes */
export async function requireConfirmed(db: Db, { session }: Principal): Promise<void> {
  const rows = await db`
    select from account_sessions where id = ${session} and proven_at > now() - interval '10 minutes'`;
  if (rows.length === 0) throw forbidden(CONFIRMATION_NEEDED);
}

interface SessionRow {
  secret_hash: Buffer;
  account: number;
  role: Role;
  stale: boolean;
  /** Null unless it began with the proxy's header. */
  proxy_user: string | null;
  group_id: number | null;
  /** Version of the group. */
  version: number;
}

/** Id and secret in the cookie of a session; undefined without one. */
export function sessionCookie(request: IncomingMessage): { id: string; secret: string } | undefined {
  const [, id, secret] = TOKEN.exec(cookieOf(request, SESSION_COOKIE) ?? "") ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/**
 * Looks up the current account of the cookie. A session that began with the proxy's header is valid only with requests
 * for which the proxy names the same person.
 */
export function sessionAuthenticator(
  sql: Sql,
  proxyUser: (request: IncomingMessage) => string | undefined,
): Authenticate {
  return async (request) => {
    const cookie = sessionCookie(request);
    if (cookie === undefined) return undefined;
    const { id, secret } = cookie;
    const [found] = await sql<SessionRow[]>`
      select s.secret_hash, s.account, a.role, s.seen_at < now() - interval '1 hour' as stale, g.id as group_id,
        g.version, i.subject as proxy_user
      from account_sessions s join accounts a on a.id = s.account
        left join groups g on g.id = a.group_id and a.role = 'consumer'
        left join account_identities i on i.id = s.identity and i.issuer = ${PROXY_PROVIDER}
      where s.id = ${id} and s.expires_at > now() and not a.disabled`;
    if (found === undefined || !timingSafeEqual(found.secret_hash, hashOf(secret))) return undefined;
    if (found.proxy_user !== null && found.proxy_user !== proxyUser(request)) return undefined;
    if (found.stale) await touchSession(sql, id);
    const { account, role, group_id, version } = found;
    return {
      id: account,
      role,
      session: id,
      group: group_id === null ? undefined : { id: group_id, version },
    };
  };
}

/** Extends a session in use to 30 days once half of its time has passed, up to its 180th day. */
async function touchSession(sql: Sql, id: string): Promise<void> {
  await sql`
    update account_sessions set seen_at = now(), expires_at = case
      when expires_at < now() + interval '15 days'
        then least(now() + interval '30 days', created_at + ${MAX_DAYS} * interval '1 day')
      else expires_at end
    where id = ${id} and seen_at < now() - interval '1 hour'`;
}
