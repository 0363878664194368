/** Previous and next post: of the creator, or of the filtered list. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { t } from "../../i18n/index.ts";
import { afterLoad } from "../../lib/after-load.ts";
import { useSavesData } from "../../lib/data-saver.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { useHiddenByMutes } from "../mutes/public.ts";
import { creatorPostsQuery, type ListedPost, subjectOf } from "../posts/public.ts";
import { type PostParams, postQuery } from "./api.ts";
import { nearest } from "./nearest.ts";

export interface Neighbor {
  post: string;
  /** Of the post, once it is known. */
  title: string | undefined;
  /** The list goes on being followed from there. */
  search: ListSearch;
}

const AFTER_LOAD_MS = 1_000;

export interface Neighbors {
  previous: Neighbor | undefined;
  next: Neighbor | undefined;
  isOfList: boolean;
}

/** Skips muted posts, unless a whole page is muted. */
export function useNeighbors(
  post: PostEnvelope["post"] | undefined,
  params: PostParams,
  list: ListSearch,
): Neighbors {
  const { previous, next, isOfList } = useNeighborKeys(post, params, list);
  return { previous: useTitled(previous, params), next: useTitled(next, params), isOfList };
}

/** A list that is followed has the titles; else the neighbor's page is fetched ahead, when this one has loaded. */
function useTitled(neighbor: Neighbor | undefined, { service, id }: PostParams): Neighbor | undefined {
  const [hasLoaded, setHasLoaded] = useState(false);
  useEffect(() => afterLoad(() => setHasLoaded(true), AFTER_LOAD_MS), []);
  const savesData = useSavesData();
  const isWanted = neighbor !== undefined && neighbor.title === undefined;
  const { data } = useQuery({
    ...postQuery({ service, id, post: neighbor?.post ?? "" }),
    enabled: isWanted && hasLoaded && !savesData,
    retry: false,
  });
  return isWanted && data !== undefined ? { ...neighbor, title: titleOf(data.post) } : neighbor;
}

function useNeighborKeys(
  post: PostEnvelope["post"] | undefined,
  params: PostParams,
  list: ListSearch,
): Neighbors {
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
    return { previous: neighbor(post?.prev, {}), next: neighbor(post?.next, {}), isOfList: false };
  }
  const last = nearest(before, before.length, -1, isLeftOut) ?? before.at(-1);
  const first = nearest(after, -1, 1, isLeftOut) ?? after[0];
  return {
    previous: isFirst ? neighbor(last, pageBefore) : neighbor(newer, list),
    next: isLast ? neighbor(first, pageAfter) : neighbor(older, list),
    isOfList,
  };
}

function neighbor(post: string | ListedPost | null | undefined, search: ListSearch): Neighbor | undefined {
  if (post === null || post === undefined) return undefined;
  return typeof post === "string"
    ? { post, title: undefined, search }
    : { post: post.id, title: titleOf(post), search };
}

const titleOf = ({ title }: { title: string }) => title.trim() || t("post.untitled");
