/** Searching posts: which ones and in what order; the rows come from the database. */
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Search } from "./client.ts";
import { type PostFilter, postFilter } from "./filter.ts";

export interface PostSearch extends PostFilter {
  /** Absent: every post that passes the filter, newest first. */
  q: string | undefined;
  offset: number;
  /** What "newest" means without a query. */
  newest: "added" | "published";
}

export interface FoundPosts {
  services: string[];
  ids: string[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
}

/** @throws HttpError 503 where the engine does not answer */
export function findPosts(search: Search, { q, offset, newest, ...filter }: PostSearch): Promise<FoundPosts> {
  return search.ask(async (engine, signal) => {
    const found = await engine.index<{ service: string; id: string }>(search.index("posts")).search(
      q ?? "",
      {
        filter: postFilter(filter),
        attributesToRetrieve: ["service", "id"],
        // Pages instead of offset and limit: only so is the total exact.
        page: offset / PAGE_SIZE + 1,
        hitsPerPage: PAGE_SIZE,
        ...(q === undefined ? { sort: [`${newest}:desc`] } : {}),
      },
      { signal },
    );
    return {
      services: found.hits.map((hit) => hit.service),
      ids: found.hits.map((hit) => hit.id),
      total: Math.min(found.totalHits, MAX_REACHABLE),
    };
  });
}
