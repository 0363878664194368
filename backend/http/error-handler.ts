/** Converts thrown errors to responses, and rejects malformed requests with 400 before any route. */
import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import { MAX_BODY_BYTES } from "#shared/contracts/endpoint.ts";
import { badInput, HttpError, publicError } from "./errors.ts";
import { decodeText } from "./query.ts";

/** Writes `{"error":"…"}` for any error; logs an unexpected one with the id sent to the client. */
export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      writeError(ctx, error, log);
    }
  };
}

function writeError(ctx: Context, error: unknown, log: Logger): void {
  if (error instanceof HttpError && error.status < 500) {
    respond(ctx, error);
    return;
  }
  const answer = publicError(error);
  const id = randomUUID();
  const where = { id, method: ctx.method, url: ctx.req.url?.slice(0, 500) };
  if (answer.status === 500) log.error({ ...where, err: error }, "request failed");
  else
    log.warn({ ...where, reason: error instanceof Error ? error.message : String(error) }, "request refused");
  ctx.set("x-request-id", id);
  respond(ctx, answer);
}

function respond(ctx: Context, error: HttpError): void {
  ctx.status = error.status;
  ctx.set({ "cache-control": "no-store", ...error.headers });
  ctx.type = "application/json; charset=utf-8";
  const { type, message } = error;
  const said = ctx.req.url?.startsWith("/api/v2/")
    ? { type: "error", error: { type, message } }
    : { error: message };
  ctx.body = error.body ?? JSON.stringify(said);
  // Closing is cheaper than reading the rest of a large body to reuse the connection.
  if (Number(ctx.req.headers["content-length"] ?? 0) > MAX_BODY_BYTES || error.status === 413)
    ctx.set("connection", "close");
}

/** Rejects URLs that cannot be decoded, and requests with two hosts, of which a proxy may use the other. */
export const refuseMalformed: Middleware = async (ctx, next) => {
  if ((ctx.req.headersDistinct["host"]?.length ?? 0) > 1) throw badInput("The request names two hosts.");
  const address = ctx.req.url ?? "/";
  if (!address.startsWith("/")) throw badInput("The address is not a path.");
  const at = address.indexOf("?");
  decodeText(at < 0 ? address : address.slice(0, at));
  await next();
};
