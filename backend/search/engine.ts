/** What is asked of the engine: of its only server, or of several that each have a part of the documents. */
import type { Hit, Meilisearch, MultiSearchQuery } from "meilisearch";
import { EngineAnswer } from "./transport.ts";

/** With `limit` and `offset` for `ranked`, with `page` and `hitsPerPage` for `counted`. */
export type EngineQuery = MultiSearchQuery;

export interface Page<T> {
  hits: Hit<T>[];
  /** Exact. */
  total: number;
}

export interface Counted<T> extends Page<T> {
  facets: Record<string, Record<string, number>>;
}

export interface Engine {
  /** One page of hits, best first. @param offset a multiple of the size */
  page<T extends object>(query: EngineQuery, offset: number, size: number): Promise<Page<T>>;
  /** The hits of each query, best first. */
  ranked<T extends object>(queries: readonly EngineQuery[]): Promise<Hit<T>[][]>;
  /** Of each query the total and how many hits have which values; the hits of several servers one after the other. */
  counted<T extends object>(queries: readonly EngineQuery[]): Promise<Counted<T>[]>;
  /** A server was away: what only it has is missing in the answers until now. */
  readonly isPartial: boolean;
}

interface Answer<T> {
  hits: Hit<T>[];
  totalHits?: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

export const withPartial = ({ isPartial }: Engine) => (isPartial ? { partial: true as const } : {});

export class OneServer implements Engine {
  readonly isPartial = false;
  readonly #server: Meilisearch;
  readonly #signal: AbortSignal;
  constructor(server: Meilisearch, signal: AbortSignal) {
    this.#server = server;
    this.#signal = signal;
  }

  async page<T extends object>({ indexUid, q, ...options }: EngineQuery, offset: number, size: number) {
    // Pages instead of offset and limit: only so is the total exact.
    const paged = { ...options, page: offset / size + 1, hitsPerPage: size };
    const found = await this.#server.index<T>(indexUid).search(q, paged, { signal: this.#signal });
    return { hits: found.hits, total: found.totalHits };
  }

  async ranked<T extends object>(queries: readonly EngineQuery[]) {
    return (await this.#ask<T>(queries)).map(({ hits }) => hits);
  }

  async counted<T extends object>(queries: readonly EngineQuery[]) {
    return (await this.#ask<T>(queries)).map(({ hits, totalHits = 0, facetDistribution = {} }) => ({
      hits,
      total: totalHits,
      facets: facetDistribution,
    }));
  }

  async #ask<T extends object>(queries: readonly EngineQuery[]): Promise<Answer<T>[]> {
    const { results } = await this.#server.multiSearch({ queries: [...queries] }, { signal: this.#signal });
    return results as unknown as Answer<T>[];
  }
}

export interface Remote {
  /** Its address, under which the others know it. */
  name: string;
  client: Meilisearch;
}

/** The client's own types of federated answers do not name what is said of servers that failed. */
interface Federated<T> {
  hits: Hit<T>[];
  remoteErrors?: Record<string, { code: string }>;
}

const UNREACHED = new Set(["remote_could_not_send_request", "remote_timeout"]);

/** Which server asks the others for a search: each in turn. */
let turn = 0;

/**
 * Several servers (docs/decisions/0054-search-servers.md): one of them asks the others and merges the hits; totals and
 * counts are asked of each and added.
 */
export class Servers implements Engine {
  isPartial: boolean;
  readonly #present: readonly Remote[];
  readonly #signal: AbortSignal;
  readonly #lost: (remote: Remote) => void;
  /** @param lost is called with a server that could not be reached */
  constructor(
    present: readonly Remote[],
    isPartial: boolean,
    signal: AbortSignal,
    lost: (remote: Remote) => void,
  ) {
    this.#present = present;
    this.isPartial = isPartial;
    this.#signal = signal;
    this.#lost = lost;
  }

  async page<T extends object>(query: EngineQuery, offset: number, size: number) {
    const [[hits = []], [counted]] = await Promise.all([
      this.ranked<T>([{ ...query, offset, limit: size }]),
      this.counted<T>([{ ...query, page: 1, hitsPerPage: 0 }]),
    ]);
    return { hits, total: counted?.total ?? 0 };
  }

  async ranked<T extends object>(queries: readonly EngineQuery[]): Promise<Hit<T>[][]> {
    turn = (turn + 1) % this.#present.length;
    let failure: unknown;
    for (const coordinator of [...this.#present.slice(turn), ...this.#present.slice(0, turn)]) {
      try {
        return await Promise.all(queries.map((query) => this.#through<T>(coordinator, query)));
      } catch (error) {
        if (this.#signal.aborted) throw error;
        this.#miss(coordinator, error);
        failure = error;
      }
    }
    throw failure;
  }

  async #through<T extends object>({ client }: Remote, query: EngineQuery): Promise<Hit<T>[]> {
    const { offset = 0, limit = 0, ...rest } = query;
    const queries = this.#present.map(({ name }) => ({ ...rest, federationOptions: { remote: name } }));
    const { hits, remoteErrors = {} } = await client.httpRequest.post<Federated<T>>({
      path: "multi-search",
      body: { federation: { offset, limit }, queries },
      extraRequestInit: { signal: this.#signal },
    });
    for (const remote of this.#present) {
      const error = remoteErrors[remote.name];
      this.isPartial ||= error !== undefined;
      if (error !== undefined && UNREACHED.has(error.code)) this.#lost(remote);
    }
    return hits;
  }

  async counted<T extends object>(queries: readonly EngineQuery[]): Promise<Counted<T>[]> {
    const answers = await Promise.allSettled(
      this.#present.map(({ client }) => new OneServer(client, this.#signal).counted<T>(queries)),
    );
    const given = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const failed = answers.flatMap((one, at) =>
      one.status === "rejected" ? [{ remote: this.#present[at], error: one.reason as unknown }] : [],
    );
    if (given.length === 0 || this.#signal.aborted) throw failed[0]?.error;
    for (const { remote, error } of failed) if (remote !== undefined) this.#miss(remote, error);
    return queries.map((_, at) => given.flatMap((one) => one[at] ?? []).reduce(added));
  }

  #miss(remote: Remote, error: unknown): void {
    this.isPartial = true;
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(error instanceof EngineAnswer) && !(cause instanceof EngineAnswer)) this.#lost(remote);
  }
}

export function added<T>(one: Counted<T>, other: Counted<T>): Counted<T> {
  const facets = { ...one.facets };
  for (const [name, values] of Object.entries(other.facets)) {
    const own = { ...facets[name] };
    for (const [value, count] of Object.entries(values)) own[value] = (own[value] ?? 0) + count;
    facets[name] = own;
  }
  return { hits: [...one.hits, ...other.hits], total: one.total + other.total, facets };
}
