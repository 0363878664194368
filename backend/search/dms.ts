/** Searching DMs: which ones and in what order; the rows come from the database. */
import type { SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { findPage } from "./list.ts";

export interface FoundDms {
  hashes: string[];
  /** Exact number of hits, up to the number that can be paged to. */
  total: number;
  /** How many of them come before those that are only similar. */
  exact?: number | undefined;
  /** A search server was away, so that some are missing. */
  partial?: true | undefined;
}

/** @throws HttpError 503 where the engine does not answer */
export async function findDms(
  search: Search,
  { query, offset }: { query: SearchQuery; offset: number },
  options: { hasFallback?: boolean } = {},
): Promise<FoundDms> {
  const { hits, total, exact, partial } = await findPage<{ key: string; hash: string }>(
    search,
    "dms",
    ["hash"],
    {
      query,
      offset,
      usual: "added",
      ...options,
    },
  );
  return { hashes: hits.map((hit) => hit.hash), total, exact, partial };
}
