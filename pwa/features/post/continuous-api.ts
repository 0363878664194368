/** Posts for continuous reading of a creator, search, collection or saved posts, in that list's order. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { call } from "../../api/call.ts";
import type { ReadSearch } from "./read-search.ts";

export interface ListedKey {
  service: string;
  user: string;
  id: string;
}

export type ReadList = Omit<ReadSearch, "at" | "o">;

/** Pages of fifty; lists on the device are a single page. @param start offset of the first page */
export function readQuery(list: ReadList, start: number) {
  return infiniteQueryOptions({
    queryKey: ["read", list, start],
    queryFn: ({ pageParam, signal }) => pageOf(list, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: (last, _, offset) =>
      isOfDevice(list) || last.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
    getPreviousPageParam: (_, __, offset) => (offset < PAGE_SIZE ? undefined : offset - PAGE_SIZE),
    staleTime: Number.POSITIVE_INFINITY, // the order must not change while reading
  });
}

export const isOfDevice = ({ collection, saved }: ReadList) =>
  collection !== undefined || saved !== undefined;

async function pageOf(list: ReadList, offset: number, signal: AbortSignal): Promise<ListedKey[]> {
  const { service, user, collection, saved, q, tag, sort_by } = list;
  if (collection !== undefined) {
    const { listCollections } = await import("../../offline/collections/collections.ts");
    return (await listCollections()).find(({ id }) => id === collection)?.posts ?? [];
  }
  if (saved !== undefined) {
    const { findSavedPosts } = await import("../../offline/library/saved-library.ts");
    const creator = service === undefined || user === undefined ? undefined : `${service}/${user}`;
    return (await findSavedPosts({ sort: saved, creator, words: q ?? "" })).map(({ key }) => {
      const [ofService = "", ofUser = "", id = ""] = key.split("/");
      return { service: ofService, user: ofUser, id };
    });
  }
  const query = { q, tag, sort_by, o: offset === 0 ? undefined : String(offset) };
  if (service === undefined || user === undefined) return (await call(listPosts, { query, signal })).posts;
  return await call(listCreatorPosts, { params: { service, id: user }, query, signal });
}
