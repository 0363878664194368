/** Cross-site request forgery: changes come from this site's pages or from programs, never from another site through a browser. */
import type { Context } from "koa";
import { CROSS_SITE } from "#shared/contracts/refusals.ts";
import { HttpError } from "./errors.ts";

/**
 * Refuses with 403 when a browser says that another site sends the request. One that carries neither header is a
 * program's.
 * @param configured SITE_ORIGIN; a proxy in front may have rewritten Host
 */
export function refuseCrossSite(ctx: Context, configured: string | undefined): void {
  if (isCrossSite(ctx, configured)) throw new HttpError(403, CROSS_SITE, "cross_site");
}

function isCrossSite(ctx: Context, configured: string | undefined): boolean {
  // A page cannot write this header itself; a subdomain ("same-site") is not ours.
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site !== "same-origin" && site !== "none";
  const origin = ctx.get("origin");
  return origin !== "" && origin !== configured && hostOf(origin) !== ctx.get("host").toLowerCase();
}

/** Scheme is not compared: behind a proxy that ends TLS ours is not the client's. `null` and nonsense have no host. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/.exec(origin.toLowerCase())?.[1];
}
