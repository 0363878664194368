/** New posts of saved searches. These are stored on the device only, so it requests each one. */
import { queryOptions } from "@tanstack/react-query";
import { listPosts } from "#shared/contracts/posts.ts";
import type { NewPost } from "#shared/entities/favorite.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { parseQuery, printQuery } from "#shared/search/query.ts";
import { call } from "../../../api/call.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import { listSavedSearches } from "../../../offline/searches/searches.ts";
import { NEW_POSTS_KEY } from "./api.ts";

export type FoundPost = NewPost & { creator_name?: string | undefined };

export interface SearchNews {
  q: string;
  /** Newest first, by time of import. */
  posts: FoundPost[];
}

/** New posts of every saved search, including searches without new posts. */
export function searchNewsQuery(since: string) {
  return queryOptions({
    queryKey: [...NEW_POSTS_KEY, since, "searches"],
    queryFn: async ({ signal }) => {
      const searches = hasOfflineData() ? await listSavedSearches() : [];
      const news: SearchNews[] = [];
      for (const { q } of searches) news.push({ q, posts: await addedSince(q, since, signal) });
      return news;
    },
    staleTime: 0, // searches may be saved or deleted meanwhile
  });
}

/** Exact hits only, as in the feed and the count of new posts. */
async function addedSince(q: string, since: string, signal: AbortSignal): Promise<FoundPost[]> {
  const [from, query] = [parseIso(since), { q: lastAddedFirst(q), with: "card" as const }];
  const found = new Map<string, FoundPost>();
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const {
      posts,
      count,
      exact = count,
    } = await call(listPosts, {
      query: offset === 0 ? query : { ...query, o: String(offset) },
      signal,
    });
    const fresh = posts
      .slice(0, Math.max(0, exact - offset))
      .filter((post) => "added" in post)
      .filter(({ added }) => added !== null && parseIso(added) > from);
    for (const post of fresh) found.set(postKey(post), listed(post));
    if (fresh.length < PAGE_SIZE || offset + PAGE_SIZE >= exact) return [...found.values()];
  }
}

/** Removes the text, which cards do not show. */
function listed(post: FoundPost): FoundPost {
  const { id, user, service, title, substring, published, file, attachments, tags, creator_name } = post;
  return { id, user, service, title, substring, published, file, attachments, tags, creator_name };
}

function lastAddedFirst(q: string): string {
  const { words, conditions } = parseQuery(q);
  const unsorted = conditions.filter(({ key }) => key !== "sort");
  const added = { key: "sort", value: "added", isExcluded: false } as const;
  return printQuery({ words, conditions: [...unsorted, added] });
}
