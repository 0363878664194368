/** Filters and sorts the whole list of creators, in the worker, so that typing never waits. */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import {
  CREATOR_SORTS,
  type CreatorSort,
  type CreatorSortField,
  DEFAULT_CREATOR_SORT,
} from "#shared/rules/sort-orders.ts";
import { foldTyped } from "#shared/text/fold.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { MAX_EXACT, MAX_SIMILAR, SimilarTexts } from "../../../offline/search/similar.ts";

export interface Wanted {
  q?: string | undefined;
  service?: string | undefined;
  sort_by?: CreatorSort | undefined;
  order?: "asc" | "desc" | undefined;
}

/** A creator with its normalized name: lower case, no accents, one width. */
export interface Prepared {
  creator: CreatorListItem;
  folded: string;
  /** Tie-breaker of every order, so that pages never overlap. */
  key: string;
}

export function prepare(creator: CreatorListItem): Prepared {
  return { creator, folded: foldTyped(creator.name), key: `${creator.service}/${creator.id}` };
}

/** All creators; each sort order is computed on first use. */
export class CreatorList {
  readonly #byKey = new Map<string, Prepared>();
  readonly #sorted = new Map<string, Prepared[]>();
  /** Created on first use. */
  #similar: { prepared: Prepared[]; texts: SimilarTexts } | undefined;

  constructor(creators: Iterable<CreatorListItem> = []) {
    this.change(creators, []);
  }

  get size(): number {
    return this.#byKey.size;
  }

  all(): CreatorListItem[] {
    return [...this.#byKey.values()].map(({ creator }) => creator);
  }

  /** @param changed new and updated creators */
  change(changed: Iterable<CreatorListItem>, removed: Iterable<{ service: string; id: string }>): void {
    this.#sorted.clear();
    this.#similar = undefined;
    for (const { service, id } of removed) this.#byKey.delete(`${service}/${id}`);
    for (const creator of changed) {
      const prepared = prepare(creator);
      this.#byKey.set(prepared.key, prepared);
    }
  }

  /** Matching creators, sorted. */
  find({ q, service, sort_by = DEFAULT_CREATOR_SORT, order = "desc" }: Wanted): CreatorListItem[] {
    const words = foldTyped(q ?? "")
      .split(/\s+/)
      .filter((word) => word !== "");
    return this.#inOrder(sort_by, order)
      .filter(
        ({ creator, folded }) =>
          (service === undefined || creator.service === service) &&
          (words.every((word) => folded.includes(word)) || creator.id === q),
      )
      .map(({ creator }) => creator);
  }

  /** Creators with similar names, most similar first; none if there are enough `exact` ones. */
  findSimilar(
    { q = "", service, sort_by = DEFAULT_CREATOR_SORT, order = "desc" }: Wanted,
    exact: readonly CreatorListItem[],
  ): CreatorListItem[] {
    if (q === "" || exact.length > MAX_EXACT) return [];
    const isExact = new Set(exact);
    const { prepared, texts } = this.#similarTexts();
    return [...texts.find(foldTyped(q))]
      .map(([number, cost]) => ({ one: prepared[number]!, cost }))
      .filter(
        ({ one: { creator } }) =>
          (service === undefined || creator.service === service) && !isExact.has(creator),
      )
      .sort((a, b) => a.cost - b.cost || compareIn(sort_by, order)(a.one, b.one))
      .slice(0, MAX_SIMILAR)
      .map(({ one }) => one.creator);
  }

  #similarTexts() {
    if (this.#similar === undefined) {
      const prepared = [...this.#byKey.values()];
      this.#similar = { prepared, texts: new SimilarTexts(prepared.map(({ folded }) => folded)) };
    }
    return this.#similar;
  }

  #inOrder(key: CreatorSort, order: "asc" | "desc"): Prepared[] {
    const name = `${key} ${order}`;
    const known = this.#sorted.get(name);
    if (known !== undefined) return known;
    const sorted = [...this.#byKey.values()].sort(compareIn(key, order));
    this.#sorted.set(name, sorted);
    return sorted;
  }
}

export interface Page {
  /** Number of all matches. */
  count: number;
  offset: number;
  shown: CreatorListItem[];
}

/** A page with similar creators, if there are few or no matches. */
export interface PageWithSimilar extends Page {
  similar: CreatorListItem[];
}

/** One page of fifty, and the parsed offset. */
export function pageOf(creators: CreatorListItem[], o: string | undefined): Page {
  const last = Math.max(0, Math.floor((creators.length - 1) / PAGE_SIZE) * PAGE_SIZE);
  const offset = Math.floor(Math.min(offsetNumber(o), last) / PAGE_SIZE) * PAGE_SIZE;
  return { count: creators.length, offset, shown: creators.slice(offset, offset + PAGE_SIZE) };
}

function compareIn(sort: CreatorSort, order: "asc" | "desc"): (a: Prepared, b: Prepared) => number {
  const sign = order === "desc" ? -1 : 1;
  return (a, b) => {
    for (const field of CREATOR_SORTS[sort]) {
      const difference = compare(a, b, field);
      if (difference !== 0) return sign * difference;
    }
    return compareText(a.key, b.key);
  };
}

function compare(a: Prepared, b: Prepared, field: CreatorSortField): number {
  if (field === "name") return compareText(a.folded, b.folded);
  if (field === "service") return compareText(a.creator.service, b.creator.service);
  return a.creator[field] - b.creator[field];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
