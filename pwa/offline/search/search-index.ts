/** The offline search index: immutable segments and their deleted documents. */

import { unitsOf } from "#shared/text/typos.ts";
import { buildSegment, mergeSegments } from "./build.ts";
import { matchRun, matchRunNearly, matchWord, NONE } from "./match.ts";
import type { Part } from "./query.ts";
import type { Segment } from "./segment.ts";
import { type SearchDocument, tagTerm } from "./tokenize.ts";

export interface Entry {
  segment: Segment;
  /** 1 for each document that was replaced or removed. */
  dead: Uint8Array;
  live: number;
}

export interface Filter {
  /** Whole tags: at least one of each inner list. */
  tags?: readonly (readonly string[])[] | undefined;
  /** Excludes documents with any of these tags. */
  without?: readonly string[] | undefined;
  /** Keys must start with one of these prefixes: `service/creator/`. */
  within?: readonly string[] | undefined;
}

export interface Found {
  /** Best first. */
  keys: string[];
  /** Number of all matches. */
  total: number;
}

/** Number of similar-sized segments that triggers a merge. */
const TIER = 4;

export class SearchIndex {
  #entries: Entry[];

  constructor(entries: Iterable<{ segment: Segment; dead?: Uint8Array }> = []) {
    this.#entries = [...entries].map(({ segment, dead = new Uint8Array(segment.documents) }) => ({
      segment,
      dead,
      live: dead.reduce((count, one) => count - one, segment.documents),
    }));
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Live documents. */
  get size(): number {
    return this.#entries.reduce((sum, { live }) => sum + live, 0);
  }

  /** Adds or replaces documents by key, and removes others. Each key at most once. */
  update(documents: readonly SearchDocument[], removed: readonly string[] = []): void {
    for (const key of [...removed, ...documents.map((document) => document.key)]) this.#remove(key);
    if (documents.length > 0) this.#add(buildSegment(documents));
    this.#entries = this.#entries.filter(({ live }) => live > 0);
  }

  #remove(key: string): void {
    for (const entry of this.#entries) {
      const document = entry.segment.documentOf(key);
      if (document < 0 || entry.dead[document] === 1) continue;
      entry.dead[document] = 1;
      entry.live--;
    }
  }

  #add(segment: Segment): void {
    this.#entries.push({ segment, dead: new Uint8Array(segment.documents), live: segment.documents });
  }

  /** Merges due segments, or all, in steps; searches use the old segments until a merge is done. */
  *merge(isAll = false): Generator<undefined, void> {
    for (;;) {
      const due = isAll ? this.#all() : this.#due();
      if (due === undefined) return;
      // Safe across steps: only the writer deletes, and it also runs the merge.
      const merged = yield* mergeSegments(due);
      this.#entries = this.#entries.filter((entry) => !due.includes(entry));
      this.#add(merged);
    }
  }

  #all(): Entry[] | undefined {
    const isOne =
      this.#entries.length <= 1 && this.#entries.every(({ live, segment }) => live === segment.documents);
    return isOne ? undefined : this.#entries;
  }

  /** Smallest group of equal-sized segments, or a segment that is mostly deleted. */
  #due(): Entry[] | undefined {
    const tiers = new Map<number, Entry[]>();
    for (const entry of this.#entries) {
      if (entry.live * 2 < entry.segment.documents) return [entry];
      const tier = Math.floor(Math.log(entry.live) / Math.log(TIER));
      tiers.set(tier, [...(tiers.get(tier) ?? []), entry]);
    }
    const full = [...tiers].filter(([, entries]) => entries.length >= TIER).sort(([a], [b]) => a - b);
    return full[0]?.[1];
  }

  /** Finds documents that match all parts, best first: match quality, field, then date. */
  search(parts: readonly Part[], filter: Filter, offset: number, limit: number): Found {
    const wanted = parts.filter((part) => !part.isExcluded);
    const { tags = [] } = filter;
    if (wanted.length + tags.length === 0 && filter.within === undefined) return { keys: [], total: 0 };
    const sums = this.#entries.map((entry) => startOf(entry, filter));
    for (const part of parts) {
      const costs = this.#match(part);
      for (const [number, sum] of sums.entries()) combine(sum, costs[number]!, part.isExcluded);
    }
    return this.#best(sums, offset, limit);
  }

  /** @returns cost of every document, by segment */
  #match(part: Part): Uint16Array[] {
    if (part.kind === "word") return this.#entries.map(({ segment }) => matchWord(segment, part));
    const exact = this.#entries.map(({ segment }) => matchRun(segment, part));
    const isFound = exact.some((costs, number) =>
      costs.some((cost, document) => cost !== NONE && this.#entries[number]!.dead[document] === 0),
    );
    if (isFound || part.isExcluded) return exact;
    return this.#entries.map(({ segment }) => matchRunNearly(segment, part));
  }

  #best(sums: Uint16Array[], offset: number, limit: number): Found {
    const orders: number[] = [];
    for (const [number, sum] of sums.entries()) {
      const { dates } = this.#entries[number]!.segment;
      for (let document = 0; document < sum.length; document++)
        if (sum[document] !== NONE) orders.push(orderOf(sum[document]!, dates[document]!));
    }
    const total = orders.length;
    if (offset >= total || limit <= 0) return { keys: [], total };
    const sorted = Float64Array.from(orders).sort();
    const worst = sorted[Math.min(total, offset + limit) - 1]!;
    const best: { order: number; key: string }[] = [];
    for (const [number, sum] of sums.entries()) {
      const { segment } = this.#entries[number]!;
      for (let document = 0; document < sum.length; document++) {
        if (sum[document] === NONE) continue;
        const order = orderOf(sum[document]!, segment.dates[document]!);
        if (order <= worst) best.push({ order, key: segment.key(document) });
      }
    }
    best.sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
    return { keys: best.slice(offset, offset + limit).map(({ key }) => key), total };
  }
}

/** Lower is better; newer first among equals. */
function orderOf(cost: number, date: number): number {
  return cost * 2 ** 32 + (0xffff_ffff - date);
}

/** Initial costs: 0 for documents that pass the filter. */
function startOf({ segment, dead }: Entry, { tags = [], without = [], within }: Filter): Uint16Array {
  const sum = new Uint16Array(segment.documents);
  if (within !== undefined) {
    sum.fill(NONE);
    for (const prefix of within)
      sum.fill(0, segment.documentFrom(prefix), segment.documentFrom(`${prefix}\uffff`));
  }
  const leaveOut = (isOut: (document: number) => boolean) => {
    for (let document = 0; document < sum.length; document++) if (isOut(document)) sum[document] = NONE;
  };
  leaveOut((document) => dead[document] === 1);
  for (const any of tags) {
    const has = documentsWithAny(segment, any);
    leaveOut((document) => has[document] === 0);
  }
  if (without.length > 0) {
    const has = documentsWithAny(segment, without);
    leaveOut((document) => has[document] === 1);
  }
  return sum;
}

/** 1 for each document with one of these tags. */
function documentsWithAny(segment: Segment, tags: readonly string[]): Uint8Array {
  const has = new Uint8Array(segment.documents);
  for (const tag of tags) {
    const term = segment.termOf(unitsOf(tagTerm(tag)));
    if (term >= 0)
      segment.eachPosting(term, (document) => {
        has[document] = 1;
      });
  }
  return has;
}

function combine(sum: Uint16Array, costs: Uint16Array, isExcluded: boolean): void {
  for (let document = 0; document < sum.length; document++) {
    if (sum[document] === NONE) continue;
    const isHere = costs[document] !== NONE;
    if (isExcluded) {
      if (isHere) sum[document] = NONE;
    } else if (isHere) sum[document]! += costs[document]!;
    else sum[document] = NONE;
  }
}
