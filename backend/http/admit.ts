/** Step 1 of a request: refuses cross-site requests, counts against rate limits, finds the account, checks access. */
import type { RouterContext } from "@koa/router";
import { hasEffect } from "#shared/contracts/endpoint.ts";
import { scopeOf } from "#shared/contracts/scope.ts";
import { clientAddress } from "./client-address.ts";
import { withDeadline } from "./deadline.ts";
import { isPublicRead, type Route } from "./handler.ts";
import { requiredAccess } from "./members.ts";
import { authorize, challengeReader, hasCredentials, isBearer, type Principal } from "./principal.ts";
import { refuseCrossSite } from "./same-origin.ts";

export interface Caller {
  /** Client address, resolved through trusted proxies. */
  address: string;
  /** Undefined for public reads, whose responses are the same for all accounts, and for anonymous visitors. */
  principal: Principal | undefined;
}

/** @throws HttpError 401, 403 (cross-site, or a token without the scope), 404 (role too low) or 429; 503 if the database does not answer in time */
export async function admit(ctx: RouterContext, { contract, services, count }: Route): Promise<Caller> {
  const { config, authenticate, refuseForgotten, mayGuestSee, deadline } = services;
  // First, so that another site cannot use up its visitors' rate limits.
  if (hasEffect(contract) && !isBearer(ctx.req)) refuseCrossSite(ctx, config.SITE_ORIGIN);
  const address = clientAddress(ctx.req, config.TRUSTED_PROXIES);
  const admitted = withDeadline(deadline, async () => {
    await count("address", { address });
    const access = requiredAccess(config.ACCESS, contract);
    const isPublic = isPublicRead(contract);
    const needsNobody = isPublic && access === "anyone" && !hasCredentials(ctx.req);
    const principal = needsNobody ? undefined : await authenticate(ctx.req);
    const hash = String(ctx.params["hash"]).toLowerCase();
    const isGuest =
      principal === undefined && contract.guests === true && (await mayGuestSee(ctx.req, { hash }));
    if (principal === undefined && !isGuest && access !== "anyone" && config.ACCESS === "members")
      await refuseForgotten(ctx.req);
    // Before counting, so that a token cannot use up limits of its account for what it may not do.
    if (!isGuest) authorize(access, scopeOf(contract), principal);
    await count("session", { address, principal });
    return { address, principal: isPublic ? undefined : principal };
  });
  return await (contract.basicLogin === true ? admitted.catch(challengeReader) : admitted);
}
