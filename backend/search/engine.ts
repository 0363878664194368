/** What is asked of the engine: of its only server, or of several that each have a part of the documents. */
import type { Hit, Meilisearch, MultiSearchQuery } from "meilisearch";
import { EngineAnswer } from "./transport.ts";

/** With `limit` for `ranked`, with `page` and `hitsPerPage` for `counted`. */
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
  /** Hits from any offset on, best first. */
  from<T extends object>(query: EngineQuery, offset: number, limit: number): Promise<Hit<T>[]>;
  /** The first hits of each query, best first. */
  ranked<T extends object>(queries: readonly EngineQuery[]): Promise<Hit<T>[][]>;
  /** Of each query the total and how many hits have which values. */
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

  async from<T extends object>(query: EngineQuery, offset: number, limit: number) {
    const [hits = []] = await this.ranked<T>([{ ...query, offset, limit }]);
    return hits;
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
  /** Its address. */
  name: string;
  client: Meilisearch;
}

/** So many hits before a page are read of each server at most; details of their scores are half a kilobyte each. */
const READ = 1_000;

/**
 * Several servers (docs/decisions/0054-search-servers.md): each is asked for its own hits from the first on, which are
 * merged by what the ranking rules said of them; totals and counts are added.
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
    if (offset > READ) {
      const counting = this.counted<T>([{ ...query, page: 1, hitsPerPage: 0 }]);
      const [hits, [counted]] = await Promise.all([this.from<T>(query, offset, size), counting]);
      return { hits, total: counted?.total ?? 0 };
    }
    const [found] = await this.counted<T>([{ ...query, page: 1, hitsPerPage: offset + size }]);
    return { hits: found?.hits.slice(offset, offset + size) ?? [], total: found?.total ?? 0 };
  }

  async from<T extends object>(query: EngineQuery, offset: number, limit: number) {
    const passed = this.#present.map(() => 0);
    let left = offset;
    while (left > READ) {
      // Of the hits so far down on each server, no more than `left` are before the best one: so what is before that on its
      // own server is before the page.
      const step = Math.floor(left / passed.length);
      const looked = await this.#ask<T>((at) => [{ ...query, offset: (passed[at] ?? 0) + step, limit: 1 }]);
      const [best] = bestFirst(looked.flatMap(([one]) => one?.hits ?? []));
      if (best === undefined) return []; // each has fewer, and so all together
      const at = looked.findIndex(([one]) => one?.hits[0] === best);
      passed[at] = (passed[at] ?? 0) + step;
      left -= step;
    }
    const near = await this.#ask<T>((at) => [{ ...query, offset: passed[at] ?? 0, limit: left + limit }]);
    return bestFirst(near.flatMap(([one]) => one?.hits ?? [])).slice(left, left + limit);
  }

  async ranked<T extends object>(queries: readonly EngineQuery[]) {
    return (await this.counted<T>(queries)).map(({ hits }, at) => hits.slice(0, queries[at]?.limit));
  }

  async counted<T extends object>(queries: readonly EngineQuery[]) {
    const given = await this.#ask<T>(() => queries);
    return queries.map((_, at) => {
      const sum = given.flatMap((one) => one[at] ?? []).reduce(added);
      return { ...sum, hits: bestFirst(sum.hits) };
    });
  }

  /** Answers of each server, in their order; none of one that fails. @throws where all fail */
  async #ask<T extends object>(queriesOf: (at: number) => readonly EngineQuery[]): Promise<Counted<T>[][]> {
    const answers = await Promise.allSettled(
      this.#present.map(({ client }, at) => {
        const queries = queriesOf(at).map((query) => ({ ...query, showRankingScoreDetails: true }));
        return new OneServer(client, this.#signal).counted<T>(queries);
      }),
    );
    const failures = answers.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    if (failures.length === answers.length || this.#signal.aborted) throw failures[0];
    for (const [at, remote] of this.#present.entries())
      if (answers[at]?.status === "rejected") this.#miss(remote, answers[at].reason);
    return answers.map((one) => (one.status === "fulfilled" ? one.value : []));
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

/** Equals stay in the order of their servers, and there in the engine's. */
function bestFirst<T>(hits: readonly Hit<T>[]): Hit<T>[] {
  return hits
    .map((hit) => ({ hit, ranks: ranksOf(hit) }))
    .sort((a, b) => {
      const at = a.ranks.findIndex((rank, at) => rank !== b.ranks[at]);
      return at < 0 ? 0 : (b.ranks[at] ?? 0) - (a.ranks[at] ?? 0);
    })
    .map(({ hit }) => hit);
}

/** What one rule said of a hit: a score, or the value of an order. */
interface Rule {
  order: number;
  score?: number;
  value?: unknown;
}

/** What the ranking rules said, in their order; more is better. */
function ranksOf({ _rankingScoreDetails = {} }: Hit): number[] {
  return Object.entries(_rankingScoreDetails as Record<string, Rule>)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([name, { value, score = 0 }]) => {
      if (value === undefined) return score;
      if (typeof value !== "number") return Number.NEGATIVE_INFINITY; // what has none is last in either order
      return name.endsWith(":asc") ? -value : value;
    });
}
