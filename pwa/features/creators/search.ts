/** The creator search: its address, and the work on the full list (spec sections 2 and 5). */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { isService } from "#shared/paysites/index.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { t } from "../../i18n/index.ts";
import { offsetNumber, one } from "../../lib/list-search.ts";

export const SORT_KEYS = ["favorited", "indexed", "updated", "name", "service"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface CreatorSearch {
  q?: string | undefined;
  service?: string | undefined;
  sort_by?: SortKey | undefined;
  order?: "asc" | "desc" | undefined;
  o?: string | undefined;
}

const isSortKey = (value: string | undefined): value is SortKey => SORT_KEYS.some((key) => key === value);

/** Defaults stay out of the address. @throws Error in the spec's words for values that do not exist */
export function toCreatorSearch(raw: Record<string, unknown>): CreatorSearch {
  const search: CreatorSearch = {};
  const [q, service, sortBy, order, o] = [
    one(raw.q),
    one(raw.service),
    one(raw.sort_by),
    one(raw.order),
    one(raw.o),
  ];
  if (q !== undefined) search.q = q;
  if (service !== undefined) {
    if (!isService(service)) throw new Error(t("creators.unknownService"));
    search.service = service;
  }
  if (sortBy !== undefined) {
    if (!isSortKey(sortBy)) throw new Error(t("creators.badSort"));
    search.sort_by = sortBy;
  }
  if (order !== undefined) {
    if (order !== "asc" && order !== "desc") throw new Error(t("creators.badOrder"));
    search.order = order;
  }
  if (o !== undefined) search.o = o;
  return search;
}

/** A creator with its name made comparable once: lower case, no accents, one width. */
export interface Prepared {
  creator: CreatorListItem;
  folded: string;
}

export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

export function prepare(creators: CreatorListItem[]): Prepared[] {
  return creators.map((creator) => ({ creator, folded: fold(creator.name) }));
}

/** The creators that match, in order; ties by service and id so that pages never overlap. */
export function findCreators(prepared: Prepared[], search: CreatorSearch): CreatorListItem[] {
  const words = fold(search.q ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = prepared.filter(
    ({ creator, folded }) =>
      (search.service === undefined || creator.service === search.service) &&
      words.every((word) => folded.includes(word) || creator.id === search.q),
  );
  const key = search.sort_by ?? "favorited";
  const sign = (search.order ?? "desc") === "desc" ? -1 : 1;
  return found
    .sort((a, b) => sign * compare(a, b, key) || compareText(idOf(a), idOf(b)))
    .map(({ creator }) => creator);
}

/** Fifty of them, and the offset that was meant. */
export function pageOf(
  creators: CreatorListItem[],
  o: string | undefined,
): { offset: number; shown: CreatorListItem[] } {
  const offset = Math.min(
    offsetNumber(o),
    Math.max(0, Math.floor((creators.length - 1) / PAGE_SIZE) * PAGE_SIZE),
  );
  const start = Math.floor(offset / PAGE_SIZE) * PAGE_SIZE;
  return { offset: start, shown: creators.slice(start, start + PAGE_SIZE) };
}

function compare(a: Prepared, b: Prepared, key: SortKey): number {
  if (key === "name") return compareText(a.folded, b.folded);
  if (key === "service")
    return compareText(a.creator.service, b.creator.service) || compareText(a.folded, b.folded);
  return a.creator[key] - b.creator[key];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function idOf({ creator }: Prepared): string {
  return `${creator.service}/${creator.id}`;
}
