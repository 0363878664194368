/** The only client of Meilisearch on the server: bounded in time, and an outage is a 503 of search alone. */
import { Meilisearch } from "meilisearch";
import { serverUrls } from "#shared/rules/search-servers.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { unavailable } from "../http/errors.ts";
import { type Engine, OneServer, type Remote, Servers } from "./engine.ts";
import { ask, EngineAnswer } from "./transport.ts";

export const SEARCH_UNAVAILABLE = "Search is not available right now.";
/** A search may take this long while the engine still answers its health check in time. */
const LONGEST = 4_000;
const HEALTH_AFTER = 400;
const HEALTH_WITHIN = 350;

/** After a server was found to be away, nobody waits for it until it answers its health check, which is tried so often. */
const PROBE_EVERY = 1_000;

export interface SearchOptions {
  /** One server or several, as in MEILI_URL. Unset: every search is answered with a 503. */
  url?: string | undefined;
  key?: string | undefined;
  /** Put before index names. */
  prefix?: string;
  /** How long a search waits that has another way to be answered, in milliseconds. */
  patience?: number;
}

export interface Waiting {
  /** Waits no longer than the engine's patience: there is another way to answer. */
  hasFallback?: boolean;
  /** Waits no longer than this, in milliseconds. */
  longest?: number;
}

export interface Search {
  /** Full name of an index on the engine. */
  index(name: IndexName): string;
  /**
   * Runs one call against the engine.
   * @throws HttpError 503 where the engine is unset, gone, hanging or overloaded, or has no such index yet; where some of
   * several servers answer, there is none
   */
  ask<T>(call: (engine: Engine, signal: AbortSignal) => Promise<T>, options?: Waiting): Promise<T>;
}

interface Watched extends Remote {
  isAway: boolean;
}

export function openSearch({ url = "", key = "", prefix = "", patience = LONGEST }: SearchOptions): Search {
  const servers = openServers({ url, key }).map((one): Watched => ({ ...one, isAway: false }));
  const setAway = (server: Watched) => {
    if (server.isAway) return;
    server.isAway = true;
    const probe = async () => {
      if (await isHanging(server)) setTimeout(probe, PROBE_EVERY).unref();
      else server.isAway = false;
    };
    setTimeout(probe, PROBE_EVERY).unref();
  };
  return {
    index: (name) => prefix + name,
    async ask(call, { hasFallback = false, longest = hasFallback ? patience : undefined } = {}) {
      const present = servers.filter(({ isAway }) => !isAway);
      if (present.length === 0) throw unavailable(SEARCH_UNAVAILABLE);
      const abort = new AbortController();
      /** @returns whether any hangs */
      const check = async () => {
        const hanging = await Promise.all(present.map(isHanging));
        present.filter((_, at) => hanging[at]).forEach(setAway);
        return hanging.includes(true);
      };
      const watch = setTimeout(async () => {
        if (await check()) abort.abort();
        else setTimeout(() => abort.abort(), LONGEST - HEALTH_AFTER).unref();
      }, HEALTH_AFTER);
      const giveUp = async () => {
        abort.abort();
        await check();
      };
      const impatience = longest === undefined ? undefined : setTimeout(() => void giveUp(), longest);
      try {
        return await call(engineOf(present, abort.signal), abort.signal);
      } catch (error) {
        const isGivenUp = abort.signal.aborted;
        abort.abort(); // what is still under way of several requests; after an answer nothing is, and aborting costs
        if (isOurFault(error)) throw error;
        if (!isGivenUp && !(causeOf(error) instanceof EngineAnswer)) present.forEach(setAway);
        throw unavailable(SEARCH_UNAVAILABLE);
      } finally {
        clearTimeout(watch);
        clearTimeout(impatience);
      }
    },
  };

  function engineOf(present: readonly Watched[], signal: AbortSignal): Engine {
    const [only] = present;
    if (servers.length === 1 && only !== undefined) return new OneServer(only.client, signal);
    const lost = ({ name }: Remote) => servers.filter((server) => server.name === name).forEach(setAway);
    return new Servers(present, present.length < servers.length, signal, lost);
  }
}

/** Clients of each server; sends no request yet. */
export function openServers({ url, key }: { url: string; key: string }): Remote[] {
  // Asking for gzip makes the engine answer in chunks, which costs 44 ms a search on Node.
  const requestInit = { headers: { "accept-encoding": "identity" } };
  return serverUrls(url).map((host) => ({
    name: host,
    client: new Meilisearch({ host, apiKey: key, requestInit, httpClient: ask }),
  }));
}

/** A busy engine still answers its health check, a hanging one does not: so a hang is known in under a second. */
const isHanging = ({ client }: Remote): Promise<boolean> =>
  client.httpRequest
    .get({ path: "health", extraRequestInit: { signal: AbortSignal.timeout(HEALTH_WITHIN) } })
    .then(
      () => false,
      () => true,
    );

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** What a query is refused for while indexes are missing or of an older form. */
const BEING_BUILT = /invalid_search_(filter|sort)|index_not_found/;

/** A query the engine refuses is a bug of ours, not an outage. */
function isOurFault(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof EngineAnswer && cause.status === 400 && !BEING_BUILT.test(cause.message);
}
