/** A page of hits: exact ones first, then similar ones. */
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import { SEARCH_SORTS, type SearchSort } from "#shared/rules/sort-orders.ts";
import type { IndexName } from "#shared/search/documents.ts";
import type { SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import type { Engine, EngineQuery } from "./engine.ts";
import { conditionFilter, excludeKeys } from "./filter.ts";
import { engineWords } from "./words.ts";

export interface ListSearch {
  query: SearchQuery;
  /** Conditions beside those of the query. */
  filter?: readonly string[];
  offset: number;
  /** Order of a query without words and without an order. */
  defaultOrder: SearchSort;
  /** Waits for a short time only. */
  hasFallback?: boolean;
}

export interface Found<T> {
  hits: T[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
  /** Number of exact hits, which come before similar ones; absent if the engine does not distinguish them. */
  exact?: number;
}

type Request = EngineQuery & { filter: string[] };

/** @throws HttpError 503 if the engine does not answer */
export function findPage<T extends { key: string }>(
  search: Search,
  name: "posts" | "dms",
  attributes: readonly (string & keyof T)[],
  { query, filter = [], offset, defaultOrder, hasFallback = false }: ListSearch,
): Promise<Found<T>> {
  const conditions = conditionFilter(name, query.conditions);
  if (conditions === undefined) return Promise.resolve({ hits: [], total: 0 });
  const { exact, tolerant, byKeys } = engineWords(query.words);
  const order = sortOf(name, query, defaultOrder);
  const request: Request = {
    indexUid: search.index(name),
    q: tolerant,
    filter: [...filter, ...conditions],
    attributesToRetrieve: ["key", ...attributes],
    ...(order && { sort: [order] }),
    // Sorted by date, posts with only some of the words would come among the first.
    ...(order && tolerant !== "" && { matchingStrategy: "all" }),
  };
  return search.ask((engine) => read(new Reader<T>(engine)), { hasFallback });

  async function read(reader: Reader<T>): Promise<Found<T>> {
    if (exact === undefined) return reader.page(request, offset);
    const exactly: Request = { ...request, q: exact, matchingStrategy: "all" };
    const first = await reader.page(exactly, offset);
    if (first.total >= PAGE_SIZE) return first;
    const found = offset === 0 ? first : await reader.page(exactly, 0);
    if (byKeys !== undefined) {
      const similar = await reader.similar({ ...request, q: byKeys }, offset, found);
      if (similar.total > found.total) return similar;
    }
    return reader.similar(request, offset, found);
  }
}

function sortOf(
  name: IndexName,
  { words, conditions }: SearchQuery,
  defaultOrder: SearchSort,
): string | undefined {
  const wanted = conditions.find(({ key }) => key === "sort")?.value as SearchSort | undefined;
  if (wanted === undefined && words.length > 0) return undefined;
  const isKnown = wanted !== undefined && (name !== "dms" || SEARCH_SORTS[wanted].isOfDms);
  return SEARCH_SORTS[isKnown ? wanted : defaultOrder].engine.join(":");
}

class Reader<T extends { key: string }> {
  constructor(private readonly engine: Engine) {}

  async page(request: Request, offset: number, size = PAGE_SIZE): Promise<Found<T>> {
    const { hits, total } = await this.engine.page<T>(request, offset, size);
    return { hits, total: Math.min(total, MAX_REACHABLE) };
  }

  /** The exact hits, fewer than a page, followed by the other typo-tolerant ones. */
  async similar(request: Request, offset: number, exact: Found<T>): Promise<Found<T>> {
    const similar = {
      ...request,
      filter: [...request.filter, ...excludeKeys(exact.hits.map((hit) => hit.key))],
    };
    const exactHits = exact.hits.slice(offset, offset + PAGE_SIZE);
    if (offset === 0) {
      // The rest of the first page is a first page itself: hits and their number in one query.
      const { hits, total } = await this.page(similar, 0, PAGE_SIZE - exactHits.length);
      return joined(exact, [...exactHits, ...hits], total);
    }
    const from = Math.max(0, offset - exact.total);
    const [listed, [counted]] = await Promise.all([
      this.engine.slice<T>(similar, from, PAGE_SIZE - exactHits.length),
      this.engine.counted<T>([{ ...similar, page: 1, hitsPerPage: 0 }]),
    ]);
    return joined(exact, [...exactHits, ...listed], counted?.total ?? 0);
  }
}

/** @param others number of hits that are only similar */
function joined<T>(exact: Found<T>, hits: T[], others: number): Found<T> {
  const total = Math.min(exact.total + others, MAX_REACHABLE);
  return { hits, total, ...(others > 0 && { exact: exact.total }) };
}
