/** Archives for members (decision 0070): the one rule of who may call what, and how caches may store it. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { scopeOf } from "#shared/contracts/scope.ts";
import type { Access } from "#shared/rules/roles.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import { withDeadline } from "./deadline.ts";
import type { Services } from "./handler.ts";
import { authorize, hasCredentials } from "./principal.ts";

/** Minimum role for a contract. Closed by default: for members, only contracts that say so are open. */
export function requiredAccess(
  mode: AccessMode,
  { access, open }: Pick<Endpoint, "access" | "open">,
): Access {
  return mode === "members" && access === "anyone" && open !== true ? "session" : access;
}

/** Refuses callers without an account where the archive is for members, and tokens without the scope. @throws HttpError 401, 403, 503 past the deadline */
export type RequireMember = (request: IncomingMessage) => Promise<void>;

/** Creates the check of addresses without a contract, such as files. */
export function memberCheck(
  mode: AccessMode,
  {
    authenticate,
    refuseForgotten,
    deadline,
  }: Pick<Services, "authenticate" | "refuseForgotten" | "deadline">,
): RequireMember {
  const read = { method: "GET", access: "anyone" } as const;
  const access = requiredAccess(mode, read);
  return async (request) => {
    if (access === "anyone" && !hasCredentials(request)) return;
    await withDeadline(deadline, async () => {
      const principal = await authenticate(request);
      if (principal === undefined && access !== "anyone") await refuseForgotten(request);
      authorize(access, scopeOf(read), principal);
    });
  };
}

/** `Cache-Control` of private answers: stored by the browser only, which asks again before each use. */
const FOR_MEMBERS = "private, no-cache";

/** Sets `Cache-Control`, or for members one with which no cache answers instead of the server. */
export function setCaching(ctx: Context, mode: AccessMode, cacheControl: string): void {
  ctx.set("cache-control", mode === "members" ? FOR_MEMBERS : cacheControl);
  if (mode === "members") ctx.vary("cookie, authorization");
}
