/** Part of step 4 with a replica: it serves public reads, unless the client has just written (decision 0053). */
import type { RouterContext } from "@koa/router";
import type { Sql } from "../db/client.ts";
import { cookieOf, writeCookie } from "./cookies.ts";
import { isReplicasFault } from "./errors.ts";
import { isPublicRead, isRead, type Route } from "./handler.ts";

/** Set by every write, until all APIs have been notified. */
const WROTE_COOKIE = "wrote";
/** Generous: a notification takes milliseconds. */
const WROTE_SECONDS = 10;

/** Runs `read` on the replica if possible; otherwise, or if the replica fails, on the primary. */
export async function readReplica(
  ctx: RouterContext,
  { contract, services: { sql, replica } }: Route,
  read: (sql: Sql) => Promise<unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  if (replica === undefined || !isPublicRead(contract)) return await read(sql);
  if (cookieOf(ctx.req, WROTE_COOKIE) !== undefined) {
    replica.skip();
    return await read(sql);
  }
  try {
    return await read(replica.reads(contract.topics ?? []));
  } catch (error) {
    if (signal.aborted || !isReplicasFault(error)) throw error;
    return await read(sql);
  }
}

/** Sends the next reads of this client to the primary. */
export function rememberWrite(ctx: RouterContext, { contract, services: { replica, config } }: Route): void {
  if (replica === undefined || isRead(contract)) return;
  writeCookie(ctx, config.SITE_ORIGIN, WROTE_COOKIE, "1", { maxAge: WROTE_SECONDS });
}
