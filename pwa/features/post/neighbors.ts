/** Previous and next post of the creator, the filtered list, or all profiles of a person. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { afterLoad } from "../../lib/after-load.ts";
import { useSavesData } from "../../lib/data-saver.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { amongProfiles } from "../browse/creators/person-api.ts";
import { creatorPostsQuery, postsQuery } from "../browse/posts/api.ts";
import { type ListedPost, subjectOf } from "../browse/posts/subject.ts";
import { useHiddenByMutes } from "../reading/mutes/use-hidden-by-mutes.ts";
import { type PostParams, postQuery } from "./api.ts";
import { nearest } from "./nearest.ts";
import { type Neighbor, type Neighbors, neighbor, titleOf } from "./neighbor.ts";
import { usePersonNeighbors } from "./person-neighbors.ts";

const AFTER_LOAD_MS = 1_000;

/** Skips muted posts, unless a whole page is muted. */
export function useNeighbors(
  post: PostEnvelope["post"] | undefined,
  params: PostParams,
  list: ListSearch,
): Neighbors {
  const isHidden = useHiddenByMutes();
  const isLeftOut = (row: ListedPost) => isHidden(subjectOf(row));
  const ofPerson = usePersonNeighbors(params, list, isLeftOut);
  const ofPages = usePageNeighbors(params, list, isLeftOut);
  const { previous, next, isOfList } = ofPerson ?? ofPages ?? ownNeighbors(post, params);
  return { previous: useTitled(previous), next: useTitled(next), isOfList };
}

/** Neighbors among the creator's posts. */
function ownNeighbors(post: PostEnvelope["post"] | undefined, { service, id }: PostParams): Neighbors {
  const neighborOf = (other: string | null | undefined): Neighbor | undefined =>
    other === null || other === undefined ? undefined : { params: { service, id, post: other }, search: {} };
  return { previous: neighborOf(post?.prev), next: neighborOf(post?.next), isOfList: false };
}

const NOBODY = { service: "", id: "", post: "" };

/** Adds the title: lists include it; otherwise prefetches the neighbor after this page has loaded. */
function useTitled(neighbor: Neighbor | undefined): Neighbor | undefined {
  const [hasLoaded, setHasLoaded] = useState(false);
  useEffect(() => afterLoad(() => setHasLoaded(true), AFTER_LOAD_MS), []);
  const savesData = useSavesData();
  const isWanted = neighbor !== undefined && neighbor.title === undefined;
  const { data } = useQuery({
    ...postQuery(neighbor?.params ?? NOBODY),
    enabled: isWanted && hasLoaded && !savesData,
    retry: false,
  });
  return isWanted && data !== undefined ? { ...neighbor, title: titleOf(data.post) } : neighbor;
}

/** Neighbors in offset-based pages. @returns undefined if the post is not in such a list */
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

/** Loads a page of the creator's list, or of a search among all profiles of a person, if needed. */
function usePage(params: PostParams, list: ListSearch, isNeeded: boolean): ListedPost[] | undefined {
  const { person } = list;
  const [ofCreator] = useQueries({
    queries: (isNeeded && person === undefined ? [list] : []).map((one) => creatorPostsQuery(params, one)),
  });
  const [ofPerson] = useQueries({
    queries: (isNeeded && person !== undefined ? [person] : []).map((one) => ({
      ...postsQuery(amongProfiles(list, one)),
      placeholderData: undefined,
    })),
  });
  return ofCreator?.data ?? ofPerson?.data?.posts;
}
