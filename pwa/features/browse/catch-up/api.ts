import { queryOptions } from "@tanstack/react-query";
import { listNewPosts } from "#shared/contracts/favorites.ts";
import type { NewPost } from "#shared/entities/favorite.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { type CallInput, call } from "../../../api/call.ts";
import { ACCOUNT_KEY, finishLogout, noteEndedSession } from "../../../offline/account/call.ts";

export const NEW_POSTS_KEY = [ACCOUNT_KEY, "favorites", "new"] as const;

/** Bypasses the cache: new posts do not stay new. */
async function ask(query: CallInput<typeof listNewPosts>["query"], signal: AbortSignal) {
  try {
    await finishLogout();
    return await call(listNewPosts, { query, signal });
  } catch (error) {
    noteEndedSession(error);
    throw error;
  }
}

/** First page of new posts, with counts by creator. */
export function newPostsQuery(since: string) {
  return queryOptions({
    queryKey: [...NEW_POSTS_KEY, since],
    queryFn: ({ signal }) => ask({ since }, signal),
  });
}

/** Posts of all other pages, for counts without muted posts. */
export function otherNewPostsQuery(since: string, first: readonly NewPost[], count: number) {
  return queryOptions({
    queryKey: [...NEW_POSTS_KEY, since, "others", count],
    queryFn: async ({ signal }) => {
      // Posts imported meanwhile shift others to the next page.
      const known = new Set(first.map(postKey));
      const found: NewPost[] = [];
      for (let offset = PAGE_SIZE; offset < count; offset += PAGE_SIZE) {
        const { posts } = await ask({ since, o: String(offset) }, signal);
        const fresh = posts.filter((post) => !known.has(postKey(post)));
        for (const post of fresh) known.add(postKey(post));
        found.push(...fresh);
      }
      return found;
    },
    enabled: count > first.length,
  });
}
