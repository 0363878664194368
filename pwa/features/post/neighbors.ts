/** Previous and next post: of the creator, or of the filtered list. */
import { useQuery } from "@tanstack/react-query";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { useHiddenByMutes } from "../mutes/public.ts";
import { creatorPostsQuery, type ListedPost, subjectOf } from "../posts/public.ts";
import type { PostParams } from "./api.ts";
import { nearest } from "./nearest.ts";

export interface Neighbor {
  post: string;
  /** The list goes on being followed from there. */
  search: ListSearch;
}

export interface Neighbors {
  previous: Neighbor | undefined;
  next: Neighbor | undefined;
  isOfList: boolean;
}

/** Skips muted posts, unless a whole page is muted. */
export function useNeighbors(post: PostEnvelope["post"], params: PostParams, list: ListSearch): Neighbors {
  const isOfList = (list.q ?? list.tag ?? list.sort_by) !== undefined;
  const isHidden = useHiddenByMutes();
  const isLeftOut = (row: ListedPost) => isHidden(subjectOf(row));
  const { data } = useQuery({ ...creatorPostsQuery(params, list), enabled: isOfList });
  const offset = offsetNumber(list.o);
  const at = data?.findIndex(({ id }) => id === params.post) ?? -1;
  const isFound = data !== undefined && at >= 0;
  const newer = isFound ? nearest(data, at, -1, isLeftOut) : undefined;
  const older = isFound ? nearest(data, at, 1, isLeftOut) : undefined;
  const pageBefore = { ...list, o: offset > PAGE_SIZE ? String(offset - PAGE_SIZE) : undefined };
  const pageAfter = { ...list, o: String(offset + PAGE_SIZE) };
  const isFirst = isOfList && isFound && newer === undefined && offset > 0;
  const isLast = isOfList && isFound && older === undefined && data.length === PAGE_SIZE;
  const before = useQuery({ ...creatorPostsQuery(params, pageBefore), enabled: isFirst }).data ?? [];
  const after = useQuery({ ...creatorPostsQuery(params, pageAfter), enabled: isLast }).data ?? [];
  if (!isOfList || (data !== undefined && at < 0)) {
    return { previous: neighbor(post.prev, {}), next: neighbor(post.next, {}), isOfList: false };
  }
  const last = nearest(before, before.length, -1, isLeftOut) ?? before.at(-1);
  const first = nearest(after, -1, 1, isLeftOut) ?? after[0];
  return {
    previous: isFirst ? neighbor(last?.id, pageBefore) : neighbor(newer?.id, list),
    next: isLast ? neighbor(first?.id, pageAfter) : neighbor(older?.id, list),
    isOfList,
  };
}

function neighbor(post: string | null | undefined, search: ListSearch): Neighbor | undefined {
  return post === null || post === undefined ? undefined : { post, search };
}
