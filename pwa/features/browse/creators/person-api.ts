/** Linked profiles as one person: posts in pages, and search. Any of the profiles identifies the person. */
import { queryOptions } from "@tanstack/react-query";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

export interface LinkedPage {
  posts: LinkedPost[];
  next: string | null;
}

/** @param after `next` of the previous page; undefined for the first */
export function linkedPostsQuery(
  { service, id }: { service: string; id: string },
  after: string | undefined,
) {
  return queryOptions({
    queryKey: ["linked-posts", service, id, after],
    queryFn: async (context): Promise<LinkedPage> => {
      const { listLinkedPosts } = await import("#shared/contracts/creator-links.ts");
      return await cachedCall(listLinkedPosts, { params: { service, id }, query: { after } }, context);
    },
  });
}

/** Searches all posts, limited to the person's profiles. */
export function amongProfiles({ q, tag, o }: ListSearch, person: string): ListSearch {
  const condition = `person:${/\s/.test(person) ? `"${person}"` : person}`;
  return { q: q === undefined ? condition : `${q} ${condition}`, tag, o };
}
