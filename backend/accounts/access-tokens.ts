/** Access tokens for programs (docs/decisions/0071-access-tokens.md): like sessions, but limited to their scopes. */
import type { IncomingMessage } from "node:http";
import { EXPIRED_TOKEN, INVALID_TOKEN } from "#shared/contracts/refusals.ts";
import type { Role } from "#shared/rules/roles.ts";
import { type Scope, TOKEN_PREFIX } from "#shared/rules/scopes.ts";
import type { Db, Sql } from "../db/client.ts";
import { hashOf, randomToken } from "../db/tokens.ts";
import { HttpError } from "../http/errors.ts";
import { type Authenticate, hasCredentials } from "../http/principal.ts";
import type { CountRequest, Limited } from "../http/rate-limits.ts";

const TOKEN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);

/** Applies to all requests of a token together. */
export const TOKEN_LIMIT: Limited = {
  method: "GET",
  path: "/",
  limits: [{ name: "access token", points: 1_200, seconds: 60, by: ["params.token"] }],
};

export const newToken = (): string => `${TOKEN_PREFIX}${randomToken()}`;

/** Revokes all tokens of an account. */
export async function revokeTokens(db: Db, account: number): Promise<void> {
  await db`delete from access_tokens where account = ${account}`;
}

/**
 * Finds the account of the token in `Authorization`, and of the session only without that header. Throws HttpError 401
 * for any other value of it, and 429 above the token's limit.
 */
export function withTokens(
  sql: Sql,
  authenticateSession: Authenticate,
  countToken: CountRequest,
): Authenticate {
  return async (request) => {
    if (!hasCredentials(request)) return await authenticateSession(request);
    const secret = secretOf(request);
    const found = TOKEN.test(secret) ? await findToken(sql, secret) : undefined;
    if (found === undefined) throw invalid(INVALID_TOKEN);
    if (found.has_expired) throw invalid(EXPIRED_TOKEN);
    const { id, scopes, account, role, group_id, version } = found;
    await countToken("input", { address: "", params: { token: id } });
    if (found.is_stale) await noteUse(sql, id);
    const group = group_id === null ? undefined : { id: group_id, version };
    return { id: account, role, session: "", token: { id, scopes }, group };
  };
}

/** Returns a bearer token, or the password of HTTP Basic authentication, whose username may be any. */
function secretOf({ headers }: IncomingMessage): string {
  const [, scheme = "", value = ""] = /^(\w+) +(\S+)$/.exec(headers.authorization?.trim() ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return "";
  const pair = Buffer.from(value, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

const invalid = (message: string) =>
  new HttpError(401, message, "invalid_token", { "www-authenticate": 'Bearer error="invalid_token"' });

interface FoundToken {
  id: number;
  account: number;
  role: Role;
  scopes: Scope[];
  has_expired: boolean;
  /** Its last use was noted more than a minute ago. */
  is_stale: boolean;
  group_id: number | null;
  /** Version of the group. */
  version: number;
}

async function findToken(sql: Sql, secret: string): Promise<FoundToken | undefined> {
  const [found] = await sql<FoundToken[]>`
    select t.id, t.account, a.role, t.scopes, coalesce(t.expires_at <= now(), false) as has_expired,
      coalesce(t.used_at < now() - interval '1 minute', true) as is_stale, g.id as group_id, g.version
    from access_tokens t join accounts a on a.id = t.account
      left join groups g on g.id = a.group_id and a.role = 'consumer'
    where t.token_hash = ${hashOf(secret)} and not a.disabled`;
  return found;
}

async function noteUse(sql: Sql, id: number): Promise<void> {
  await sql`
    update access_tokens set used_at = date_trunc('minute', now())
    where id = ${id} and coalesce(used_at < now() - interval '1 minute', true)`;
}
