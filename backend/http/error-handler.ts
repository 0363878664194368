/** The one place that turns a thrown error into an answer, and bad addresses into 400s before any route sees them. */
import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import { refuseLargeBody } from "./body.ts";
import { badInput, HttpError, publicError } from "./errors.ts";
import { decodeText } from "./query.ts";

/** Writes `{"error":"…"}` for whatever the rest throws; what is not ours is logged under the id the visitor gets. */
export function answerFailures(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      writeFailure(ctx, error, log);
    }
  };
}

function writeFailure(ctx: Context, error: unknown, log: Logger): void {
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
  ctx.set(error.headers);
  ctx.type = "application/json; charset=utf-8";
  const { type, message } = error;
  ctx.body = JSON.stringify(
    ctx.req.url?.startsWith("/api/v2/") ? { type: "error", error: { type, message } } : { error: message },
  );
  // Bytes of a body nobody reads would be taken for the next request.
  if (error.status === 413) ctx.set("connection", "close");
}

/** Refuses addresses that cannot be decoded and bodies over the limit. */
export const refuseMalformed: Middleware = async (ctx, next) => {
  refuseLargeBody(ctx.req);
  const address = ctx.req.url ?? "/";
  if (!address.startsWith("/")) throw badInput("The address is not a path.");
  const at = address.indexOf("?");
  decodeText(at < 0 ? address : address.slice(0, at));
  await next();
};
