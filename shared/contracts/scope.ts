import type { Scope } from "../rules/scopes.ts";
import type { Endpoint } from "./endpoint.ts";
import { CONFIRMATION_NEEDED } from "./own-account.ts";

/**
 * Scope that an access token needs for a contract; undefined if no token may call it. Closed by default: a contract
 * states its scope unless it is a read for anyone, or for moderators or administrators. Logging in, and what asks for
 * the password once more, is never for tokens.
 */
export function scopeOf({
  method,
  access,
  open,
  errors,
  scope,
}: Pick<Endpoint, "method" | "access" | "open" | "errors" | "scope">): Scope | undefined {
  if (open === true || errors?.[403]?.includes(CONFIRMATION_NEEDED) === true) return undefined;
  if (scope !== undefined) return scope;
  if (access === "moderator" || access === "administrator") return "administration";
  return access === "anyone" && method === "GET" ? "read" : undefined;
}
