import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { isSearchable } from "#shared/text/scripts.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import type { OfflineQuery } from "../../../offline/search/worker-api.ts";

/** Minimum query length; shorter ones are ignored. */
const MIN_LENGTH = 2;

/** Converts a page of a list to an offline query. @returns undefined if the list is not a search */
export function pageQuestion(search: ListSearch, creators?: readonly string[]): OfflineQuery | undefined {
  const words = search.q?.trim() ?? "";
  const q = isSearchable(words, MIN_LENGTH) ? words : "";
  const tags = search.tag ?? [];
  if (q === "" && tags.length === 0) return undefined;
  return { q, tags, creators, offset: offsetNumber(search.o), limit: PAGE_SIZE };
}
