/** Step 2 of a request: answers 304 without a query if nothing has changed; otherwise step 5 sets the ETag (decision 0010). */
import type { Context } from "koa";
import type { Search } from "../search/client.ts";
import { etagOf } from "./etag.ts";
import type { Route } from "./handler.ts";
import { setCaching } from "./members.ts";
import { requestOrigin } from "./origin.ts";

export interface ConditionalGet {
  /** For the handler: responses from the search engine are never confirmed without a new search. */
  search: Search;
  /** True if the client has the current response: 304 is written, and the handler is skipped. */
  isCurrent(): boolean;
  /** Sets the ETag of `ctx.body`, or 304 if the client has it. @param cached ETag of a cached response */
  tag(bytes: string | Buffer, cached?: { etag: string; sure: boolean }): void;
}

/**
 * Public responses may be stored by any cache, with revalidation, for members by the browser only; errors and private
 * responses are never stored.
 */
export function conditionalGet(ctx: Context, { contract, services }: Route): ConditionalGet {
  ctx.set("cache-control", "no-store");
  const { etags, search, config } = services;
  // Without a configured origin, responses depend on the request's host.
  const vary = config.SITE_ORIGIN === undefined ? ["accept-encoding", "host"] : ["accept-encoding"];
  const tagged = contract.method === "GET" && contract.private !== true;
  if (!tagged) return { search, isCurrent: () => false, tag: () => {} };
  const key = `${requestOrigin(ctx, config.SITE_ORIGIN)}${ctx.url}`; // file URLs in responses begin with the origin
  const { topics = [] } = contract;
  const version = etags.version(topics);
  const writeHeaders = (etag: string) => {
    // The same for a 200 and its 304 (RFC 9110, 15.4.5).
    ctx.vary(vary);
    ctx.set("etag", etag);
    setCaching(ctx, config.ACCESS, "public, no-cache");
  };
  let searched = false;
  return {
    search: {
      index: (name) => search.index(name),
      isResponding: () => search.isResponding(),
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
      writeHeaders(etag);
      return true;
    },
    tag(bytes, cached) {
      const etag = cached?.etag ?? etagOf(bytes);
      if (!searched && cached?.sure !== false) etags.set(key, etag, version);
      writeHeaders(etag);
      if (matches(ctx, etag)) ctx.status = 304; // Koa removes the body
    },
  };
}

/** Compares ETags weakly (RFC 9110, 13.1.2): encodings and proxies add `W/`. */
function matches(ctx: Context, etag: string): boolean {
  const held = ctx.headers["if-none-match"];
  if (held === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return held.split(",").some((part) => [opaque, "*"].includes(part.trim().replace(/^W\//, "")));
}
