/** Prevents cross-site request forgery: only pages of this site and programs may make changes. */
import type { Context } from "koa";
import { CROSS_SITE } from "#shared/contracts/refusals.ts";
import { HttpError } from "./errors.ts";

/**
 * Rejects with 403 if the browser reports another site as the origin. A request with neither header is from a
 * program.
 * @param configured SITE_ORIGIN, since a proxy may rewrite Host
 */
export function refuseCrossSite(ctx: Context, configured: string | undefined): void {
  if (isCrossSite(ctx, configured)) throw new HttpError(403, CROSS_SITE, "cross_site");
}

function isCrossSite(ctx: Context, configured: string | undefined): boolean {
  // Pages cannot set this header; a subdomain ("same-site") is another site.
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site !== "same-origin" && site !== "none";
  const origin = ctx.get("origin");
  return origin !== "" && origin !== configured && hostOf(origin) !== ctx.get("host").toLowerCase();
}

/** Ignores the scheme, which differs behind a TLS proxy. `null` and invalid values have no host. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/.exec(origin.toLowerCase())?.[1];
}
