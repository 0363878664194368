/** Searches of Meilisearch. */
import type { Hit, Meilisearch, MultiSearchQuery } from "meilisearch";

/** With `limit` for `first`, with `page` and `hitsPerPage` for `counted`. */
export type EngineQuery = MultiSearchQuery;

export interface Page<T> {
  hits: Hit<T>[];
  /** Exact. */
  total: number;
}

export interface Counted<T> extends Page<T> {
  facets: Record<string, Record<string, number>>;
}

interface Answer<T> {
  hits: Hit<T>[];
  totalHits?: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

/** Conditions added to every query, by full name of the index. */
export type EngineFilters = ReadonlyMap<string, readonly string[]>;

export class Engine {
  readonly #client: Meilisearch;
  readonly #signal: AbortSignal;
  readonly #filters: EngineFilters | undefined;
  constructor(client: Meilisearch, signal: AbortSignal, filters?: EngineFilters) {
    this.#client = client;
    this.#signal = signal;
    this.#filters = filters;
  }

  /** The same engine, which finds only what the filters admit. */
  filtered(filters: EngineFilters): Engine {
    return new Engine(this.#client, this.#signal, filters);
  }

  /** One page of hits, best first. @param offset a multiple of the size */
  async page<T extends object>(query: EngineQuery, offset: number, size: number): Promise<Page<T>> {
    const { indexUid, q, ...options } = this.#withFilter(query);
    // The total is exact with pages only, not with offset and limit.
    const paged = { ...options, page: offset / size + 1, hitsPerPage: size };
    const found = await this.#client.index<T>(indexUid).search(q, paged, { signal: this.#signal });
    return { hits: found.hits, total: found.totalHits };
  }

  /** Hits from any offset on, best first. */
  async slice<T extends object>(query: EngineQuery, offset: number, limit: number): Promise<Hit<T>[]> {
    const [hits = []] = await this.first<T>([{ ...query, offset, limit }]);
    return hits;
  }

  /** The first hits of each query, best first. */
  async first<T extends object>(queries: readonly EngineQuery[]): Promise<Hit<T>[][]> {
    return (await this.#search<T>(queries)).map(({ hits }) => hits);
  }

  /** The total of each query, and the counts of its facet values. */
  async counted<T extends object>(queries: readonly EngineQuery[]): Promise<Counted<T>[]> {
    return (await this.#search<T>(queries)).map(({ hits, totalHits = 0, facetDistribution = {} }) => ({
      hits,
      total: totalHits,
      facets: facetDistribution,
    }));
  }

  async #search<T extends object>(queries: readonly EngineQuery[]): Promise<Answer<T>[]> {
    const filtered = queries.map((query) => this.#withFilter(query));
    const { results } = await this.#client.multiSearch({ queries: filtered }, { signal: this.#signal });
    return results as unknown as Answer<T>[];
  }

  /** @throws Error for an index without an entry, so that a new one is not searched unfiltered */
  #withFilter(query: EngineQuery): EngineQuery {
    if (this.#filters === undefined) return query;
    const added = this.#filters.get(query.indexUid);
    if (added === undefined) throw new Error(`No filter for the index ${query.indexUid}.`);
    const filter = query.filter ?? [];
    return added.length === 0 ? query : { ...query, filter: [...[filter].flat(1), ...added] };
  }
}
