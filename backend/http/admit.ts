/** Step 1 of a request: refuses what another site sends, counts it against the limits, finds the account, checks access. */
import type { RouterContext } from "@koa/router";
import { hasEffect } from "#shared/contracts/endpoint.ts";
import { clientAddress } from "./client-address.ts";
import { withDeadline } from "./deadline.ts";
import { isPublicRead, type Route } from "./handler.ts";
import { authorize, type Principal } from "./principal.ts";
import { refuseCrossSite } from "./same-origin.ts";

export interface Caller {
  /** Behind trusted proxies. */
  address: string;
  /** Undefined for public reads, whose answers depend on no account, and for visitors without one. */
  principal: Principal | undefined;
}

/** @throws HttpError 401, 403, 404 (role too low) or 429; 503 where the database does not answer in time */
export async function admit(ctx: RouterContext, { contract, services, count }: Route): Promise<Caller> {
  const { config, authenticate, deadline } = services;
  // First: another site must not use up the limits of its visitors.
  if (hasEffect(contract)) refuseCrossSite(ctx, config.SITE_ORIGIN);
  const address = clientAddress(ctx.req, config.TRUSTED_PROXIES);
  return await withDeadline(deadline, async () => {
    await count("address", { address });
    const principal = isPublicRead(contract) ? undefined : await authenticate(ctx.req);
    await count("session", { address, principal });
    authorize(contract.access, principal);
    return { address, principal };
  });
}
