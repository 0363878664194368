/** The server's only client of Meilisearch: every search has a time limit, and an outage is a 503 of search alone. */
import { Meilisearch } from "meilisearch";
import type { IndexName } from "#shared/search/documents.ts";
import { SEARCH_UNAVAILABLE } from "#shared/search/unavailable.ts";
import { unavailable } from "../http/errors.ts";
import { USER_AGENT } from "../version.ts";
import { Engine } from "./engine.ts";
import { EngineAnswer, request } from "./transport.ts";

/** Timeout of a search while the engine still answers its health check. */
const TIMEOUT_MS = 4_000;
/** A search that takes longer has the engine's health checked. */
const HEALTH_CHECK_AFTER_MS = 400;
const HEALTH_TIMEOUT_MS = 350;
/** Interval of health checks while the engine is away; searches fail at once meanwhile. */
const HEALTH_INTERVAL_MS = 1_000;

export interface SearchOptions {
  /** If unset, every search fails with a 503. */
  url?: string | undefined;
  key?: string | undefined;
  /** Put before index names. */
  prefix?: string;
  /** Timeout of a search that has a fallback. */
  fallbackAfterMs?: number;
}

export interface AskOptions {
  /** Waits for `fallbackAfterMs` only. */
  hasFallback?: boolean;
  timeoutMs?: number;
}

export interface Search {
  /** Full name of an index on the engine. */
  index(name: IndexName): string;
  /**
   * Runs one call against the engine.
   * @throws HttpError 503 if the engine is unset, gone, hanging or overloaded, or has no such index yet
   */
  ask<T>(call: (engine: Engine, signal: AbortSignal) => Promise<T>, options?: AskOptions): Promise<T>;
  /** True if the engine answers its health check. */
  isResponding(): Promise<boolean>;
}

export function openSearch({
  url = "",
  key = "",
  prefix = "",
  fallbackAfterMs = TIMEOUT_MS,
}: SearchOptions): Search {
  const client = url === "" ? undefined : openClient({ url, key });
  let isAway = client === undefined;
  return {
    index: (name) => prefix + name,
    isResponding: async () => client !== undefined && (await isResponding(client)),
    async ask(call, { hasFallback = false, timeoutMs = hasFallback ? fallbackAfterMs : undefined } = {}) {
      if (client === undefined || isAway) throw unavailable(SEARCH_UNAVAILABLE);
      const abort = new AbortController();
      const check = async () => {
        const isHealthy = await isResponding(client);
        if (!isHealthy) setAway(client);
        return isHealthy;
      };
      const watch = setTimeout(async () => {
        if (await check()) setTimeout(() => abort.abort(), TIMEOUT_MS - HEALTH_CHECK_AFTER_MS).unref();
        else abort.abort();
      }, HEALTH_CHECK_AFTER_MS);
      const onTimeout = () => {
        abort.abort();
        void check();
      };
      const timeout = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
      try {
        return await call(new Engine(client, abort.signal), abort.signal);
      } catch (error) {
        const isAborted = abort.signal.aborted;
        abort.abort(); // ends the other requests of this call
        if (isRefusedQuery(error)) throw error;
        if (!isAborted && !(causeOf(error) instanceof EngineAnswer)) setAway(client);
        throw unavailable(SEARCH_UNAVAILABLE);
      } finally {
        clearTimeout(watch);
        clearTimeout(timeout);
      }
    },
  };

  function setAway(engine: Meilisearch): void {
    if (isAway) return;
    isAway = true;
    const probe = async () => {
      if (await isResponding(engine)) isAway = false;
      else setTimeout(probe, HEALTH_INTERVAL_MS).unref();
    };
    setTimeout(probe, HEALTH_INTERVAL_MS).unref();
  }
}

/** Opens a client; sends no request yet. */
export function openClient({ url, key }: { url: string; key: string }): Meilisearch {
  // Asking for gzip makes the engine answer in chunks, which costs 44 ms a search on Node.
  const requestInit = { headers: { "accept-encoding": "identity", "user-agent": USER_AGENT } };
  return new Meilisearch({ host: url, apiKey: key, requestInit, httpClient: request });
}

/** A busy engine still answers its health check, a hanging one does not: a hang is detected in under a second. */
const isResponding = (client: Meilisearch): Promise<boolean> =>
  client.httpRequest
    .get({ path: "health", extraRequestInit: { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) } })
    .then(
      () => true,
      () => false,
    );

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** Errors of queries while indexes are missing or of an older form. */
const INDEX_NOT_READY = /invalid_search_(filter|sort)|index_not_found/;

/** A query the engine refuses is a bug of ours, not an outage. */
function isRefusedQuery(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof EngineAnswer && cause.status === 400 && !INDEX_NOT_READY.test(cause.message);
}
