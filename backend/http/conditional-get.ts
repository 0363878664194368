/** The caching of one read: confirmed without a query where possible, tagged and remembered where not (decision 0010). */
import type { Context } from "koa";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import type { Search } from "../search/client.ts";
import { etagOf, type Validators } from "./etag.ts";

export interface Reading {
  /** For the handler: an answer that came from the engine is never confirmed without asking again. */
  search: Search;
  /** True where the visitor holds the present answer: 304 is written, no handler need run. */
  confirm(): boolean;
  /** Writes the tag of the answer in `ctx.body`; 304 where the visitor holds it. @param kept of an answer kept with its tag */
  tag(bytes: string | Buffer, kept?: { etag: string; sure: boolean }): void;
}

/**
 * ManagedProcess by whoever likes, but asked for again each time. Errors and what is private are kept by nobody.
 * @param origin part of what the answer depends on: addresses of files begin with it
 */
export function beginReading(
  contract: Endpoint,
  ctx: Context,
  services: { validators: Validators; search: Search },
  origin: string,
): Reading {
  ctx.set("cache-control", "no-store");
  const { validators, search } = services;
  const tagged = contract.method === "GET" && contract.private !== true;
  if (!tagged) return { search, confirm: () => false, tag: () => {} };
  const key = `${origin}${ctx.url}`;
  const { topics = [] } = contract;
  const version = validators.version(topics);
  let searched = false;
  return {
    search: {
      index: (name) => search.index(name),
      ask(call) {
        searched = true;
        return search.ask(call);
      },
    },
    confirm() {
      if (ctx.headers["if-none-match"] === undefined) return false; // most requests: nothing to look up
      const etag = validators.current(key, topics);
      if (etag === undefined || !holds(ctx, etag)) return false;
      ctx.status = 304;
      writeHeaders(ctx, etag);
      return true;
    },
    tag(bytes, kept) {
      const etag = kept?.etag ?? etagOf(bytes);
      if (!searched && kept?.sure !== false) validators.remember(key, etag, version);
      writeHeaders(ctx, etag);
      if (holds(ctx, etag)) ctx.status = 304; // Koa drops the body
    },
  };
}

/** The same on a 200 and on its 304 (RFC 9110, 15.4.5). */
function writeHeaders(ctx: Context, etag: string): void {
  ctx.vary("accept-encoding");
  ctx.set("etag", etag);
  ctx.set("cache-control", "public, no-cache");
}

/** Tags are compared weakly (RFC 9110, 13.1.2): encodings and proxies differ in the `W/` alone. */
function holds(ctx: Context, etag: string): boolean {
  const held = ctx.headers["if-none-match"];
  if (held === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return held.split(",").some((part) => [opaque, "*"].includes(part.trim().replace(/^W\//, "")));
}
