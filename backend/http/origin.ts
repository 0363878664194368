/** The public origin of this server. */
import type { Context } from "koa";

/** The configured origin, otherwise scheme and host of the request; ignores forwarded headers. */
export function requestOrigin(ctx: Pick<Context, "req">, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const host = ctx.req.headers.host ?? "";
  // The Host header is untrusted: only a valid name with a port is used.
  return /^(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,253})(:\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : "http://localhost";
}
