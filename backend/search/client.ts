/** The only client of Meilisearch on the server: bounded in time, and an outage is a 503 of search alone. */
import { Meilisearch } from "meilisearch";
import type { IndexName } from "#shared/search/documents.ts";
import { unavailable } from "../http/errors.ts";
import { ask, EngineAnswer } from "./transport.ts";

export const SEARCH_UNAVAILABLE = "Search is not available right now.";
/** A search may take this long while the engine still answers its health check in time. */
const LONGEST = 4_000;
const HEALTH_AFTER = 400;
const HEALTH_WITHIN = 350;

export interface SearchOptions {
  /** Unset: every search is answered with a 503. */
  url?: string | undefined;
  key?: string | undefined;
  /** Put before index names. */
  prefix?: string;
}

export interface Search {
  /** Full name of an index on the engine. */
  index(name: IndexName): string;
  /**
   * Runs one call against the engine.
   * @throws HttpError 503 where the engine is unset, gone, hanging or overloaded
   */
  ask<T>(call: (engine: Meilisearch, signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function openSearch({ url, key = "", prefix = "" }: SearchOptions): Search {
  // Asking for gzip makes the engine answer in chunks, which costs 44 ms a search on Node.
  const requestInit = { headers: { "accept-encoding": "identity" } };
  const engine =
    url === undefined ? undefined : new Meilisearch({ host: url, apiKey: key, requestInit, httpClient: ask });
  return {
    index: (name) => prefix + name,
    async ask(call) {
      if (engine === undefined) throw unavailable(SEARCH_UNAVAILABLE);
      const abort = new AbortController();
      const watch = watchHealth(engine, abort);
      try {
        return await call(engine, abort.signal);
      } catch (error) {
        throw isOurFault(error) ? error : unavailable(SEARCH_UNAVAILABLE);
      } finally {
        clearTimeout(watch);
        abort.abort();
      }
    },
  };
}

/** A busy engine still answers its health check, a hanging one does not: so a hang is known in under a second. */
function watchHealth(engine: Meilisearch, abort: AbortController): NodeJS.Timeout {
  return setTimeout(() => {
    const limit = AbortSignal.any([abort.signal, AbortSignal.timeout(HEALTH_WITHIN)]);
    engine.httpRequest.get({ path: "health", extraRequestInit: { signal: limit } }).then(
      () => setTimeout(() => abort.abort(), LONGEST - HEALTH_AFTER).unref(),
      () => abort.abort(),
    );
  }, HEALTH_AFTER);
}

/** A query the engine refuses is a bug of ours, not an outage; a missing index is one that is being built. */
function isOurFault(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof EngineAnswer && cause.status === 400;
}
