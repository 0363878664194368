/** Search string of the list of creators. */
import { CREATOR_SORTS, type CreatorSort } from "#shared/rules/sort-orders.ts";
import { isService } from "#shared/services/index.ts";
import { t } from "../../../i18n/initial.ts";
import { one } from "../../../lib/list-search.ts";

export interface CreatorSearch {
  q?: string | undefined;
  service?: string | undefined;
  sort_by?: CreatorSort | undefined;
  order?: "asc" | "desc" | undefined;
  o?: string | undefined;
}

const isSort = (value: string): value is CreatorSort => Object.hasOwn(CREATOR_SORTS, value);

/** Removes default values. @throws Error that names an invalid value */
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
    if (!isSort(sortBy)) throw new Error(t("creators.badSort"));
    search.sort_by = sortBy;
  }
  if (order !== undefined) {
    if (order !== "asc" && order !== "desc") throw new Error(t("creators.badOrder"));
    search.order = order;
  }
  if (o !== undefined) search.o = o;
  return search;
}
