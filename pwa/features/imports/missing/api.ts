import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { addWanted, listGaps, listPostGaps, MAX_WANTED, removeWanted } from "#shared/contracts/wanted.ts";
import { type CreatorGaps, GAP_SOURCES } from "#shared/entities/wanted.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { WantedList } from "#shared/rules/wanted-list.ts";
import { isService } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

export interface GapSearch {
  service?: string | undefined;
  source?: string | undefined;
  o?: string | undefined;
}

export const GAPS_KEY = [ACCOUNT_KEY, "missing"] as const;

/** The known values of a filter from an address. */
export function filterOf({ service = "", source }: GapSearch) {
  return {
    service: isService(service) ? service : undefined,
    source: GAP_SOURCES.find((one) => one === source),
  };
}

export function gapsQuery({ o, ...search }: GapSearch) {
  const filter = filterOf(search);
  return queryOptions({
    queryKey: [...GAPS_KEY, filter, o],
    queryFn: (context) => accountCall(listGaps, { query: { ...filter, o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Posts of a creator, page by page. */
export function postGapsQuery(
  { service, creator }: Pick<CreatorGaps, "service" | "creator">,
  { source }: GapSearch,
) {
  const known = filterOf({ source }).source;
  return infiniteQueryOptions({
    queryKey: [...GAPS_KEY, "posts", service, creator, known],
    queryFn: ({ pageParam, signal }) =>
      call(listPostGaps, {
        query: { service, creator: creator ?? undefined, source: known, o: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _, o) => (o + PAGE_SIZE < count ? o + PAGE_SIZE : undefined),
    staleTime: 0,
  });
}

type List = Pick<WantedList, "creators" | "posts">;

/** Parts of a list that one request may have. */
function* partsOf({ creators, posts }: List): Generator<List> {
  for (let at = 0; at === 0 || at < Math.max(creators.length, posts.length); at += MAX_WANTED)
    yield { creators: creators.slice(at, at + MAX_WANTED), posts: posts.slice(at, at + MAX_WANTED) };
}

/** @throws as `call` does; what was sent before is added */
export async function addList(list: List) {
  const sum = { added: 0, known: 0, here: 0, taken_down: 0 };
  for (const body of partsOf(list)) {
    const counts = await call(addWanted, { body });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += counts[key];
  }
  return sum;
}

/** @returns number of creators and posts that were wanted @throws as `call` does */
export async function removeList(list: List): Promise<number> {
  let sum = 0;
  for (const body of partsOf(list)) sum += (await call(removeWanted, { body })).removed;
  return sum;
}
