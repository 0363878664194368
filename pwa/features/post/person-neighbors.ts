import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { profileOf } from "#shared/search/query.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { type LinkedPage, linkedPostsQuery } from "../browse/creators/person-api.ts";
import type { ListedPost } from "../browse/posts/subject.ts";
import type { PostParams } from "./api.ts";
import { nearest } from "./nearest.ts";
import { type Neighbors, neighbor } from "./neighbor.ts";

/**
 * Neighbors in the list of all profiles, whose pages start after a cursor. The previous page is known only if it was
 * visited.
 * @returns undefined if the post is not in such a list
 */
export function usePersonNeighbors(
  { service, post }: PostParams,
  list: ListSearch,
  isLeftOut: (row: ListedPost) => boolean,
): Neighbors | undefined {
  const client = useQueryClient();
  const person = list.q === undefined && list.tag === undefined ? profileOf(list.person ?? "") : undefined;
  const [page] = useQueries({
    queries: (person === undefined ? [] : [person]).map((one) => linkedPostsQuery(one, list.after)),
  });
  const data = page?.data;
  const posts = data?.posts ?? [];
  const isHere = (row: { service: string; id: string }) => row.service === service && row.id === post;
  const at = posts.findIndex((row) => isHere(row) || row.repeats.some(isHere));
  const newer = nearest(posts, at, -1, isLeftOut);
  const older = at < 0 ? undefined : nearest(posts, at, 1, isLeftOut);
  const next = at < 0 || older !== undefined ? undefined : (data?.next ?? undefined);
  const [pageAfter] = useQueries({
    queries: (person === undefined || next === undefined ? [] : [person]).map((one) =>
      linkedPostsQuery(one, next),
    ),
  });
  const following = pageAfter?.data;
  if (person === undefined || (data !== undefined && at < 0)) return undefined;
  const before = newer === undefined && at >= 0 ? pageBefore(client, person, list.after) : undefined;
  return {
    previous:
      before === undefined
        ? neighbor(newer, list)
        : neighbor(nearest(before.posts, before.posts.length, -1, isLeftOut) ?? before.posts.at(-1), {
            ...list,
            after: before.after,
          }),
    next:
      following === undefined
        ? neighbor(older, list)
        : neighbor(nearest(following.posts, -1, 1, isLeftOut) ?? following.posts[0], {
            ...list,
            after: next,
          }),
    isOfList: true,
  };
}

function pageBefore(
  client: QueryClient,
  { service, id }: { service: string; id: string },
  after: string | undefined,
): (LinkedPage & { after: string | undefined }) | undefined {
  if (after === undefined) return undefined;
  const pages = client.getQueriesData<LinkedPage>({ queryKey: ["linked-posts", service, id] });
  const [key, page] = pages.find(([, one]) => one?.next === after) ?? [];
  return page && { ...page, after: key?.[3] as string | undefined };
}
