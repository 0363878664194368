/** Searching DMs: keys in order; the rows come from the database. */
import type { SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { findPage } from "./list.ts";

export interface FoundDms {
  hashes: string[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
  /** Number of exact hits, which come before similar ones. */
  exact?: number | undefined;
}

/** @throws HttpError 503 if the engine does not answer */
export async function findDms(
  search: Search,
  { query, offset }: { query: SearchQuery; offset: number },
): Promise<FoundDms> {
  const { hits, total, exact } = await findPage<{ key: string; hash: string }>(search, "dms", ["hash"], {
    query,
    offset,
    defaultOrder: "added",
  });
  return { hashes: hits.map((hit) => hit.hash), total, exact };
}
