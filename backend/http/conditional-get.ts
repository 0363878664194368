/** Step 2 of a request: answers 304 without a query where nothing has changed; else the answer gets its tag later (decision 0010). */
import type { Context } from "koa";
import type { Search } from "../search/client.ts";
import { etagOf } from "./etag.ts";
import type { Route } from "./handler.ts";
import { requestOrigin } from "./origin.ts";

export interface ConditionalGet {
  /** For the handler: an answer that came from the engine is never confirmed without asking again. */
  search: Search;
  /** True where the client holds the present answer: 304 is written, no handler need run. */
  isCurrent(): boolean;
  /** Writes the tag of the answer in `ctx.body`; 304 where the client holds it. @param cached of an answer that is cached with its tag */
  tag(bytes: string | Buffer, cached?: { etag: string; sure: boolean }): void;
}

/** Public answers may be stored by everyone and are revalidated each time; errors and private answers are stored nowhere. */
export function conditionalGet(ctx: Context, { contract, services }: Route): ConditionalGet {
  ctx.set("cache-control", "no-store");
  const { etags, search, config } = services;
  // Without a configured origin it is the request's own.
  const vary = config.SITE_ORIGIN === undefined ? ["accept-encoding", "host"] : ["accept-encoding"];
  const tagged = contract.method === "GET" && contract.private !== true;
  if (!tagged) return { search, isCurrent: () => false, tag: () => {} };
  const key = `${requestOrigin(ctx, config.SITE_ORIGIN)}${ctx.url}`; // addresses of files begin with the origin
  const { topics = [] } = contract;
  const version = etags.version(topics);
  let searched = false;
  return {
    search: {
      index: (name) => search.index(name),
      ask(call, options) {
        searched = true;
        return search.ask(call, options);
      },
    },
    isCurrent() {
      if (ctx.headers["if-none-match"] === undefined) return false; // most requests: nothing to look up
      const etag = etags.get(key, topics);
      if (etag === undefined || !matches(ctx, etag)) return false;
      ctx.status = 304;
      writeHeaders(ctx, etag, vary);
      return true;
    },
    tag(bytes, cached) {
      const etag = cached?.etag ?? etagOf(bytes);
      if (!searched && cached?.sure !== false) etags.set(key, etag, version);
      writeHeaders(ctx, etag, vary);
      if (matches(ctx, etag)) ctx.status = 304; // Koa drops the body
    },
  };
}

/** The same on a 200 and on its 304 (RFC 9110, 15.4.5). */
function writeHeaders(ctx: Context, etag: string, vary: string[]): void {
  ctx.vary(vary);
  ctx.set("etag", etag);
  ctx.set("cache-control", "public, no-cache");
}

/** Tags are compared weakly (RFC 9110, 13.1.2): encodings and proxies differ in the `W/` alone. */
function matches(ctx: Context, etag: string): boolean {
  const held = ctx.headers["if-none-match"];
  if (held === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return held.split(",").some((part) => [opaque, "*"].includes(part.trim().replace(/^W\//, "")));
}
