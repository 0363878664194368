/** Searching DMs: which ones and in what order; the rows come from the database. */
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Search } from "./client.ts";

export interface FoundDms {
  hashes: string[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
}

/** @throws HttpError 503 where the engine does not answer */
export function findDms(search: Search, { q, offset }: { q: string; offset: number }): Promise<FoundDms> {
  return search.ask(async (engine, signal) => {
    const found = await engine.index<{ hash: string }>(search.index("dms")).search(
      q,
      {
        attributesToRetrieve: ["hash"],
        // Pages instead of offset and limit: only so is the total exact.
        page: offset / PAGE_SIZE + 1,
        hitsPerPage: PAGE_SIZE,
      },
      { signal },
    );
    return {
      hashes: found.hits.map((hit) => hit.hash),
      total: Math.min(found.totalHits, MAX_REACHABLE),
    };
  });
}
