/** The public origin of this server. */
import type { Context } from "koa";

/** The configured origin, else scheme and host of the request itself; no forwarded header is believed. */
export function requestOrigin(ctx: Pick<Context, "req">, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const host = ctx.req.headers.host ?? "";
  // A Host header is the client's text: only what can be a name with a port is repeated.
  return /^(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,253})(:\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : "http://localhost";
}
