/** Who calls, and whether the contract of the route lets them. */
import type { IncomingMessage } from "node:http";
import { INSUFFICIENT_PRIVILEGES, NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import { type Access, isAllowed, type Role } from "#shared/rules/roles.ts";
import { HttpError, notFound } from "./errors.ts";

/** An account that is logged in, as the database has it at the time of the request. */
export interface Principal {
  id: number;
  role: Role;
  /** Id of the session, which is no secret. */
  session: string;
}

/** Finds the account of a request, undefined where there is none; called once per request that may depend on it. */
export type Authenticate = (request: IncomingMessage) => Promise<Principal | undefined>;

/** @throws HttpError 401 without an account, 404 where the account's role is too low: such a page is not for it to know of */
export function authorize(access: Access, principal: Principal | undefined): void {
  if (isAllowed(access, principal?.role)) return;
  if (principal === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
  throw notFound(INSUFFICIENT_PRIVILEGES);
}
