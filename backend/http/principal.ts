/** Identifies callers and checks their access to routes. */
import type { IncomingMessage } from "node:http";
import { INSUFFICIENT_PRIVILEGES, NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import { type Access, isAllowed, type Role } from "#shared/rules/roles.ts";
import type { Group } from "../groups/group-archives.ts";
import { HttpError, notFound } from "./errors.ts";

/** A logged-in account, read from the database for each request. */
export interface Principal {
  id: number;
  role: Role;
  /** Id of the session; not secret. */
  session: string;
  /** Undefined for who sees everything, as moderators and administrators do. */
  group?: Group | undefined;
}

/** Finds the account of a request, undefined if there is none; called once per request that may depend on it. */
export type Authenticate = (request: IncomingMessage) => Promise<Principal | undefined>;

/** Finds the account of a request once for all of its steps. */
export function authenticateOnce(authenticate: Authenticate): Authenticate {
  const accounts = new WeakMap<IncomingMessage, Promise<Principal | undefined>>();
  return (request) => {
    const known = accounts.get(request) ?? authenticate(request);
    accounts.set(request, known);
    return known;
  };
}

/** @throws HttpError 401 without an account, 404 if the account's role is too low, which hides the page's existence */
export function authorize(access: Access, principal: Principal | undefined): void {
  if (isAllowed(access, principal?.role)) return;
  if (principal === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
  throw notFound(INSUFFICIENT_PRIVILEGES);
}
