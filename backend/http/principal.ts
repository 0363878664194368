/** Identifies callers and checks their access to routes. */
import type { IncomingMessage } from "node:http";
import {
  INSUFFICIENT_PRIVILEGES,
  missingScope,
  NOT_FOR_TOKENS,
  NOT_LOGGED_IN,
} from "#shared/contracts/refusals.ts";
import { type Access, isAllowed, type Role } from "#shared/rules/roles.ts";
import type { Scope } from "#shared/rules/scopes.ts";
import type { Group } from "../groups/group-archives.ts";
import { forbidden, HttpError, notFound } from "./errors.ts";

/** A logged-in account, read from the database for each request. */
export interface Principal {
  id: number;
  role: Role;
  /** Id of the session; not secret. Empty with a token. */
  session: string;
  /** Limits what the role allows. */
  token?: { id: number; scopes: readonly Scope[] };
  /** Undefined for who sees everything, as moderators and administrators do. */
  group?: Group | undefined;
}

/** Finds the account of a request, undefined if there is none; called once per request that may depend on it. */
export type Authenticate = (request: IncomingMessage) => Promise<Principal | undefined>;

/** Looks up an account or guest once for all steps of a request. */
export function oncePerRequest<T>(
  find: (request: IncomingMessage) => Promise<T>,
): (request: IncomingMessage) => Promise<T> {
  const found = new WeakMap<IncomingMessage, Promise<T>>();
  return (request) => {
    const known = found.get(request) ?? find(request);
    found.set(request, known);
    return known;
  };
}

/** True if the request has an access token or other credentials, which count instead of a session. */
export const hasCredentials = ({ headers }: IncomingMessage) => headers.authorization !== undefined;

/** True if no browser adds the credentials by itself, as it does with cookies and HTTP Basic authentication. */
export const isBearer = ({ headers }: IncomingMessage) => /^bearer /i.test(headers.authorization ?? "");

/**
 * @param scope that a token needs, undefined if no token is enough
 * @throws HttpError 401 without an account, 404 if the account's role is too low, which hides the page's existence, 403
 *   if the token lacks the scope
 */
export function authorize(access: Access, scope: Scope | undefined, principal: Principal | undefined): void {
  if (!isAllowed(access, principal?.role)) {
    if (principal === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
    throw notFound(INSUFFICIENT_PRIVILEGES);
  }
  if (principal?.token === undefined) return;
  if (scope === undefined) throw forbidden(NOT_FOR_TOKENS);
  if (principal.token.scopes.includes(scope)) return;
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new HttpError(403, missingScope(scope), "insufficient_scope", { "www-authenticate": challenge });
}

/** Browsers and feed readers show the realm beside the fields. */
const BASIC = 'Basic realm="Use an access token as the password", charset="UTF-8"';

/** Has a feed reader ask for credentials: adds the challenge to a 401. @throws the error */
export function challengeReader(error: unknown): never {
  if (error instanceof HttpError && error.status === 401) error.headers["www-authenticate"] = BASIC;
  throw error;
}
