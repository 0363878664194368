/** Previous and next post: of the creator, of the filtered list, or of all profiles of a person. */
import { useQuery } from "@tanstack/react-query";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { amongProfiles } from "../creators/public.ts";
import { useHiddenByMutes } from "../mutes/public.ts";
import { creatorPostsQuery, type ListedPost, postsQuery, subjectOf } from "../posts/public.ts";
import type { PostParams } from "./api.ts";
import { nearest } from "./nearest.ts";
import { type Neighbors, neighbor } from "./neighbor.ts";
import { usePersonNeighbors } from "./person-neighbors.ts";

/** Skips muted posts, unless a whole page is muted. */
export function useNeighbors(post: PostEnvelope["post"], params: PostParams, list: ListSearch): Neighbors {
  const isHidden = useHiddenByMutes();
  const isLeftOut = (row: ListedPost) => isHidden(subjectOf(row));
  const ofPerson = usePersonNeighbors(params, list, isLeftOut);
  const ofPages = usePageNeighbors(params, list, isLeftOut);
  if (ofPerson !== undefined) return ofPerson;
  if (ofPages !== undefined) return ofPages;
  const { service, id } = params;
  const own = (other: string | null | undefined) =>
    other === null || other === undefined ? undefined : { params: { service, id, post: other }, search: {} };
  return { previous: own(post.prev), next: own(post.next), isOfList: false };
}

/** In pages with an offset. @returns undefined where the post is of no such list */
function usePageNeighbors(
  params: PostParams,
  list: ListSearch,
  isLeftOut: (row: ListedPost) => boolean,
): Neighbors | undefined {
  const isOfList = (list.q ?? list.tag ?? list.sort_by) !== undefined;
  const data = usePage(params, list, isOfList);
  const offset = offsetNumber(list.o);
  const at = data?.findIndex(({ service, id }) => service === params.service && id === params.post) ?? -1;
  const isFound = data !== undefined && at >= 0;
  const newer = isFound ? nearest(data, at, -1, isLeftOut) : undefined;
  const older = isFound ? nearest(data, at, 1, isLeftOut) : undefined;
  const pageBefore = { ...list, o: offset > PAGE_SIZE ? String(offset - PAGE_SIZE) : undefined };
  const pageAfter = { ...list, o: String(offset + PAGE_SIZE) };
  const isFirst = isOfList && isFound && newer === undefined && offset > 0;
  const isLast = isOfList && isFound && older === undefined && data.length === PAGE_SIZE;
  const before = usePage(params, pageBefore, isFirst) ?? [];
  const after = usePage(params, pageAfter, isLast) ?? [];
  if (!isOfList || (data !== undefined && at < 0)) return undefined;
  const last = nearest(before, before.length, -1, isLeftOut) ?? before.at(-1);
  const first = nearest(after, -1, 1, isLeftOut) ?? after[0];
  return {
    previous: isFirst ? neighbor(last, pageBefore) : neighbor(newer, list),
    next: isLast ? neighbor(first, pageAfter) : neighbor(older, list),
    isOfList,
  };
}

/** A page of the creator's list, or of a search among all profiles of a person. */
function usePage(params: PostParams, list: ListSearch, isNeeded: boolean): ListedPost[] | undefined {
  const { person } = list;
  const own = useQuery({ ...creatorPostsQuery(params, list), enabled: isNeeded && person === undefined });
  const among = useQuery({
    ...postsQuery(amongProfiles(list, person ?? "")),
    placeholderData: undefined,
    enabled: isNeeded && person !== undefined,
  });
  return person === undefined ? own.data : among.data?.posts;
}
