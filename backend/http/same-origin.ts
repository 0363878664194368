/** Changes are asked for by our own pages or by programs, never by another site through a visitor's browser. */
import type { Context, Middleware } from "koa";
import { CROSS_SITE } from "#shared/contracts/refusals.ts";
import { HttpError } from "./errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * Refuses every method that may change something with 403 when a browser says that another site asks. A request that
 * says nothing of where it comes from is a program's: clients send neither header.
 * @param configured SITE_ORIGIN; a proxy in front may have rewritten Host
 */
export function sameOriginOnly(configured: string | undefined): Middleware {
  return async (ctx, next) => {
    if (!SAFE.has(ctx.method) && isCrossSite(ctx, configured))
      throw new HttpError(403, CROSS_SITE, "cross_site");
    await next();
  };
}

function isCrossSite(ctx: Context, configured: string | undefined): boolean {
  // A page cannot write this header itself; a subdomain ("same-site") is not ours.
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site !== "same-origin" && site !== "none";
  const origin = ctx.get("origin");
  return origin !== "" && origin !== configured && hostOf(origin) !== ctx.get("host").toLowerCase();
}

/** Scheme is not compared: behind a proxy that ends TLS ours is not the visitor's. `null` and nonsense have no host. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/.exec(origin.toLowerCase())?.[1];
}
