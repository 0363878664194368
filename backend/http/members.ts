/** Archives for members (decision 0070): the one rule of who may call what, and how caches may store it. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { scopeOf } from "#shared/contracts/scope.ts";
import type { Access } from "#shared/rules/roles.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import type { AskedFile } from "../guests/guests.ts";
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

/**
 * Refuses callers without an account where the archive is for members, but for guests whose link shows the file, and
 * tokens without the scope.
 * @param asked undefined if the address is of no file
 * @throws HttpError 401, 403, 503 past the deadline
 */
export type RequireMember = (request: IncomingMessage, asked: AskedFile | undefined) => Promise<void>;

/** Creates the check of addresses without a contract, such as files. */
export function memberCheck(
  mode: AccessMode,
  {
    authenticate,
    refuseForgotten,
    mayGuestSee,
    deadline,
  }: Pick<Services, "authenticate" | "refuseForgotten" | "mayGuestSee" | "deadline">,
): RequireMember {
  const read = { method: "GET", access: "anyone" } as const;
  const access = requiredAccess(mode, read);
  return async (request, asked) => {
    if (access === "anyone" && !hasCredentials(request)) return;
    await withDeadline(deadline, async () => {
      const principal = await authenticate(request);
      if (principal === undefined && asked !== undefined && (await mayGuestSee(request, asked))) return;
      if (principal === undefined && access !== "anyone") await refuseForgotten(request);
      authorize(access, scopeOf(read), principal);
    });
  };
}

/** `Cache-Control` of private answers. Browsers store them nowhere; the app does, encrypted (docs/decisions/0075). */
const FOR_MEMBERS = "private, no-store";

/** Sets `Cache-Control`, or for members one with which no cache answers instead of the server. */
export function setCaching(ctx: Context, mode: AccessMode, cacheControl: string): void {
  ctx.set("cache-control", mode === "members" ? FOR_MEMBERS : cacheControl);
  if (mode === "members") ctx.vary("cookie, authorization");
}
