/** Counts the values of facets among the hits of a search. */
import { FACET_VALUES, type FacetName, type Facets } from "#shared/contracts/search.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Condition, ConditionKey, SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import type { Counted as EngineCounted, EngineQuery } from "./engine.ts";
import { conditionFilter, excludeKeys, postFilter } from "./filter.ts";
import { engineWords } from "./words.ts";

export interface FacetSearch {
  query: SearchQuery;
  tags: readonly string[];
}

type Document = { key: string; published?: number };
type Counts = Record<string, number>;
type Counted = EngineCounted<Document>;

const ATTRIBUTES = {
  service: "service",
  has: "has",
  ext: "ext",
  tag: "tags",
  creator: "creator",
} as const satisfies Partial<Record<FacetName, string>>;
type EngineFacet = keyof typeof ATTRIBUTES;

/** A post has one of these: with a value chosen the others are still offered, in its place. */
const SINGLE: readonly EngineFacet[] = ["service", "creator"];
const DATES = new Set<ConditionKey>(["before", "after"]);
/** Newest years that are counted. */
const MAX_YEARS = 60;

/** @throws HttpError 503 if the engine does not answer */
export async function countFacets(search: Search, { query, tags }: FacetSearch): Promise<Facets> {
  const { words, conditions } = query;
  const without = (keys: ReadonlySet<ConditionKey>) =>
    conditions.filter(({ key, isExcluded }) => isExcluded || !keys.has(key));
  const counter = new Counter(search, words, tags);
  const replaced = SINGLE.filter((name) => conditions.some((one) => one.key === name && !one.isExcluded));
  const withoutDates = without(DATES);
  const [whole, years, ...others] = await Promise.all([
    counter.count({
      conditions,
      facets: (Object.keys(ATTRIBUTES) as EngineFacet[]).filter((name) => !replaced.includes(name)),
    }),
    counter.years(withoutDates),
    ...replaced.map((name) => counter.count({ conditions: without(new Set([name])), facets: [name] })),
  ]);
  const counts: Record<string, Counts> = Object.assign({}, whole.facets, ...others.map((one) => one.facets));
  const most = (name: EngineFacet) =>
    Object.entries(counts[ATTRIBUTES[name]] ?? {})
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, FACET_VALUES);
  return {
    service: most("service"),
    has: most("has"),
    ext: most("ext"),
    year: years,
    tag: most("tag"),
    creator: most("creator"),
  };
}

interface Request {
  conditions: readonly Condition[];
  facets?: readonly EngineFacet[];
}

class Counter {
  readonly #search: Search;
  readonly #filter: string[];
  readonly #exact: string | undefined;
  readonly #byKeys: string | undefined;
  readonly #tolerant: string;
  /** Finds all hits of the list, apart from those similar in scripts without spaces. */
  readonly #widest: string;
  constructor(search: Search, words: SearchQuery["words"], tags: readonly string[]) {
    const { exact, tolerant, byKeys, hasCharacters } = engineWords(words);
    this.#search = search;
    this.#filter = postFilter({ tags });
    this.#exact = exact;
    this.#byKeys = byKeys;
    this.#tolerant = tolerant;
    this.#widest = hasCharacters && exact !== undefined ? exact : tolerant;
  }

  async count(request: Request): Promise<Counted> {
    const [counted] = await this.#countAll([request]);
    return counted ?? NONE;
  }

  /** Years that have posts, newest first. */
  async years(conditions: readonly Condition[]): Promise<{ value: string; count: number }[]> {
    const [first, last] = await this.#span(conditions);
    if (first === undefined || last === undefined) return [];
    const all = Array.from({ length: Math.min(last - first + 1, MAX_YEARS) }, (_, at) => last - at);
    const counted = await this.#countAll(
      all.map((year) => ({ conditions: [...conditions, ...conditionsOfYear(year)] })),
    );
    return all
      .map((year, at) => ({ value: String(year), count: counted[at]?.total ?? 0 }))
      .filter(({ count }) => count > 0);
  }

  async #span(conditions: readonly Condition[]): Promise<(number | undefined)[]> {
    const filter = this.#filterOf([...conditions, { key: "after", value: "1971", isExcluded: false }]);
    if (filter === undefined) return [];
    const queries = this.#named(
      ["published:asc", "published:desc"].map((order) => ({
        q: this.#widest,
        filter,
        sort: [order],
        limit: 1,
        attributesToRetrieve: ["key", "published"],
      })),
    );
    const results = await this.#search.ask((engine) => engine.first<Document>(queries));
    return results.map(([hit]) =>
      hit?.published === undefined ? undefined : new Date(hit.published * 1000).getUTCFullYear(),
    );
  }

  /** Like the list: exact hits, and the typo-tolerant ones if there are fewer than a page. */
  async #countAll(requests: readonly Request[]): Promise<Counted[]> {
    const asked = requests.map(({ conditions, facets = [] }) => ({
      filter: this.#filterOf(conditions),
      facets: facets.map((name) => ATTRIBUTES[name]),
      // An order requires all words, as in the list.
      strategy: conditions.some(({ key }) => key === "sort") ? ("all" as const) : undefined,
    }));
    const possible = asked.filter((one) => one.filter !== undefined);
    const results = new Map<(typeof asked)[number], Counted>();
    let rest = possible.map((one) => ({ one, filter: one.filter ?? [] }));
    if (this.#exact !== undefined) {
      const exact = await this.#count(this.#exact, rest, true);
      for (const [at, { one }] of rest.entries()) results.set(one, exact[at] ?? NONE);
      rest = rest
        .map(({ one, filter }, at) => ({
          one,
          filter: [...filter, ...excludeKeys(exact[at]?.hits.map(({ key }) => key) ?? [])],
        }))
        .filter((_, at) => (exact[at]?.total ?? 0) < PAGE_SIZE);
    }
    if (this.#byKeys !== undefined) {
      const spelled = await this.#count(this.#byKeys, rest, false);
      for (const [at, { one }] of rest.entries())
        results.set(one, sum(results.get(one) ?? NONE, spelled[at] ?? NONE));
      rest = rest.filter((_, at) => (spelled[at]?.total ?? 0) === 0);
    }
    const tolerant = await this.#count(this.#tolerant, rest, false);
    for (const [at, { one }] of rest.entries())
      results.set(one, sum(results.get(one) ?? NONE, tolerant[at] ?? NONE));
    return asked.map((one) => results.get(one) ?? NONE);
  }

  #count(
    q: string,
    requests: readonly { one: { facets: string[]; strategy?: "all" | undefined }; filter: string[] }[],
    isExact: boolean,
  ) {
    return this.#ask(
      requests.map(({ one: { facets, strategy }, filter }) => ({
        q,
        filter,
        facets,
        page: 1, // required for counts of all hits
        hitsPerPage: isExact ? PAGE_SIZE : 0,
        attributesToRetrieve: ["key"],
        ...((isExact || strategy !== undefined) && { matchingStrategy: "all" as const }),
      })),
    );
  }

  #filterOf(conditions: readonly Condition[]): string[] | undefined {
    const filter = conditionFilter("posts", conditions);
    return filter === undefined ? undefined : [...this.#filter, ...filter];
  }

  async #ask(queries: Omit<EngineQuery, "indexUid">[]): Promise<Counted[]> {
    if (queries.length === 0) return [];
    return this.#search.ask((engine) => engine.counted<Document>(this.#named(queries)));
  }

  #named(queries: Omit<EngineQuery, "indexUid">[]): EngineQuery[] {
    return queries.map((query) => ({ indexUid: this.#search.index("posts"), ...query }));
  }
}

function sum(one: Counted, other: Counted): Counted {
  const facets = { ...one.facets };
  for (const [name, values] of Object.entries(other.facets)) {
    const counts = { ...facets[name] };
    for (const [value, count] of Object.entries(values)) counts[value] = (counts[value] ?? 0) + count;
    facets[name] = counts;
  }
  return { hits: [...one.hits, ...other.hits], total: one.total + other.total, facets };
}

const NONE: Counted = { hits: [], total: 0, facets: {} };

const conditionsOfYear = (year: number): Condition[] => [
  { key: "after", value: String(year), isExcluded: false },
  { key: "before", value: String(year + 1), isExcluded: false },
];
