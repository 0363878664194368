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

export class Engine {
  readonly #client: Meilisearch;
  readonly #signal: AbortSignal;
  constructor(client: Meilisearch, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** One page of hits, best first. @param offset a multiple of the size */
  async page<T extends object>(
    { indexUid, q, ...options }: EngineQuery,
    offset: number,
    size: number,
  ): Promise<Page<T>> {
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
    const { results } = await this.#client.multiSearch({ queries: [...queries] }, { signal: this.#signal });
    return results as unknown as Answer<T>[];
  }
}
