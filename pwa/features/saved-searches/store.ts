/** Saved and recent searches for components, and how many posts of a saved one are new. */
import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getPostsFeed, type JsonFeed } from "#shared/contracts/feeds.ts";
import { call } from "../../api/call.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import type { SavedSearchRow } from "../../offline/db/records.ts";
import {
  clearRecentSearches,
  watchRecentSearches,
  watchSavedSearches,
} from "../../offline/searches/searches.ts";

/** Whether searches are remembered. */
export const recentMode = createSetting<"on" | "off">("recent-searches", oneOf(["on", "off"]), "on");

export async function setRecentMode(mode: "on" | "off"): Promise<void> {
  recentMode.set(mode === "on" ? undefined : mode);
  if (mode === "off" && hasOfflineData()) await clearRecentSearches();
}

/** The newest posts of a search. */
export function feedQuery(q: string) {
  return queryOptions({
    queryKey: ["search-feed", q],
    queryFn: ({ signal }) => call(getPostsFeed, { query: { q, format: "json" }, signal }),
    staleTime: 60_000,
    retry: false,
  });
}

const cameAt = ({ date_modified }: JsonFeed["items"][number]) => Date.parse(date_modified);

/** When the newest one came; 0 where there is none. */
export function newestOf({ items }: JsonFeed): number {
  return Math.max(0, ...items.map(cameAt));
}

/** Undefined until they are read. */
export function useSavedSearches(): SavedSearchRow[] | undefined {
  const [rows, setRows] = useState<SavedSearchRow[]>();
  useEffect(() => watchSavedSearches(setRows), []);
  return rows;
}

/** With the number of posts that came since it was last opened; undefined where that is not known. */
export function useUnseenCounts(rows: readonly SavedSearchRow[]): (number | undefined)[] {
  const feeds = useQueries({ queries: rows.map(({ q }) => feedQuery(q)) });
  return rows.map(({ seen }, at) => feeds[at]?.data?.items.filter((item) => cameAt(item) > seen).length);
}

export function useRecentSearches(count: number): string[] {
  const [searches, setSearches] = useState<string[]>([]);
  useEffect(() => watchRecentSearches(count, setSearches), [count]);
  return searches;
}
