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

/** After the engine was found to be away, nobody waits for it until it answers its health check, which is tried so often. */
const PROBE_EVERY = 1_000;

export interface SearchOptions {
  /** Unset: every search is answered with a 503. */
  url?: string | undefined;
  key?: string | undefined;
  /** Put before index names. */
  prefix?: string;
  /** How long a search waits that has another way to be answered, in milliseconds. */
  patience?: number;
}

export interface Search {
  /** Full name of an index on the engine. */
  index(name: IndexName): string;
  /**
   * Runs one call against the engine.
   * @param hasFallback waits no longer than its patience
   * @throws HttpError 503 where the engine is unset, gone, hanging or overloaded, or has no such index yet
   */
  ask<T>(
    call: (engine: Meilisearch, signal: AbortSignal) => Promise<T>,
    options?: { hasFallback?: boolean },
  ): Promise<T>;
}

export function openSearch({ url, key = "", prefix = "", patience = LONGEST }: SearchOptions): Search {
  // Asking for gzip makes the engine answer in chunks, which costs 44 ms a search on Node.
  const requestInit = { headers: { "accept-encoding": "identity" } };
  const engine =
    url === undefined ? undefined : new Meilisearch({ host: url, apiKey: key, requestInit, httpClient: ask });
  let isAway = false;
  const setAway = () => {
    if (isAway || engine === undefined) return;
    isAway = true;
    const probe = async () => {
      if (await isHanging(engine)) setTimeout(probe, PROBE_EVERY).unref();
      else isAway = false;
    };
    setTimeout(probe, PROBE_EVERY).unref();
  };
  return {
    index: (name) => prefix + name,
    async ask(call, { hasFallback = false } = {}) {
      if (engine === undefined || isAway) throw unavailable(SEARCH_UNAVAILABLE);
      const abort = new AbortController();
      const watch = setTimeout(async () => {
        if (await isHanging(engine)) {
          setAway();
          abort.abort();
        } else setTimeout(() => abort.abort(), LONGEST - HEALTH_AFTER).unref();
      }, HEALTH_AFTER);
      const giveUp = async () => {
        abort.abort();
        if (await isHanging(engine)) setAway();
      };
      const impatience = hasFallback ? setTimeout(() => void giveUp(), patience) : undefined;
      try {
        return await call(engine, abort.signal);
      } catch (error) {
        const isGivenUp = abort.signal.aborted;
        abort.abort(); // what is still under way of several requests; after an answer nothing is, and aborting costs
        if (isOurFault(error)) throw error;
        if (!isGivenUp && !(causeOf(error) instanceof EngineAnswer)) setAway();
        throw unavailable(SEARCH_UNAVAILABLE);
      } finally {
        clearTimeout(watch);
        clearTimeout(impatience);
      }
    },
  };
}

/** A busy engine still answers its health check, a hanging one does not: so a hang is known in under a second. */
const isHanging = (engine: Meilisearch): Promise<boolean> =>
  engine.httpRequest
    .get({ path: "health", extraRequestInit: { signal: AbortSignal.timeout(HEALTH_WITHIN) } })
    .then(
      () => false,
      () => true,
    );

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** A query the engine refuses is a bug of ours, not an outage; indexes that are missing or of an older form are being built. */
function isOurFault(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof EngineAnswer &&
    cause.status === 400 &&
    !/invalid_search_(filter|sort)/.test(cause.message)
  );
}
