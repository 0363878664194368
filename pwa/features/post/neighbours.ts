/** Which posts come before and after: of the creator, or of the filtered list one came from (wishes B13). */
import { useQuery } from "@tanstack/react-query";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { creatorPostsQuery } from "../posts/public.ts";
import type { PostParams } from "./api.ts";

export interface Neighbour {
  post: string;
  /** The list goes on being followed from there. */
  search: ListSearch;
}

export interface Neighbours {
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
  isOfList: boolean;
}

export function useNeighbours(post: PostEnvelope["post"], params: PostParams, list: ListSearch): Neighbours {
  const isOfList = list.q !== undefined || (list.tag ?? []).length > 0;
  const { data } = useQuery({ ...creatorPostsQuery(params, list), enabled: isOfList });
  const offset = offsetNumber(list.o);
  const at = data?.findIndex(({ id }) => id === params.post) ?? -1;
  const pageBefore = { ...list, o: offset > PAGE_SIZE ? String(offset - PAGE_SIZE) : undefined };
  const pageAfter = { ...list, o: String(offset + PAGE_SIZE) };
  const isFirst = isOfList && at === 0 && offset > 0;
  const isLast = isOfList && at === PAGE_SIZE - 1;
  const before = useQuery({ ...creatorPostsQuery(params, pageBefore), enabled: isFirst }).data;
  const after = useQuery({ ...creatorPostsQuery(params, pageAfter), enabled: isLast }).data;
  if (!isOfList || (data !== undefined && at < 0)) {
    return { previous: neighbour(post.prev, {}), next: neighbour(post.next, {}), isOfList: false };
  }
  return {
    previous: isFirst ? neighbour(before?.at(-1)?.id, pageBefore) : neighbour(data?.[at - 1]?.id, list),
    next: isLast ? neighbour(after?.[0]?.id, pageAfter) : neighbour(data?.[at + 1]?.id, list),
    isOfList,
  };
}

function neighbour(post: string | null | undefined, search: ListSearch): Neighbour | undefined {
  return post === null || post === undefined ? undefined : { post, search };
}
