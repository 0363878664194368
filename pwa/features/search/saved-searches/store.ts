/** Hooks for saved and recent searches, and counts of new posts. */
import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getPostsFeed, type JsonFeed } from "#shared/contracts/feeds.ts";
import { call } from "../../../api/call.ts";
import { createSetting, oneOf } from "../../../lib/setting.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import type { SavedSearchRow } from "../../../offline/db/records.ts";
import {
  clearRecentSearches,
  watchRecentSearches,
  watchSavedSearches,
} from "../../../offline/searches/searches.ts";
import { matcher, mutes } from "../../reading/mutes/store.ts";
import type { PostKey } from "../../reading/seen/marks.ts";
import { isSeen, useSeen } from "../../reading/seen/store.ts";

/** Turns recent searches on and off. */
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

/** Time of the newest post; 0 without posts. */
export function newestOf({ items }: JsonFeed): number {
  return Math.max(0, ...items.map(cameAt));
}

/** Saved searches; undefined while loading. */
export function useSavedSearches(): SavedSearchRow[] | undefined {
  const [rows, setRows] = useState<SavedSearchRow[]>();
  useEffect(() => watchSavedSearches(setRows), []);
  return rows;
}

/** Numbers of posts since the search was last opened, without seen and muted ones; undefined if unknown. */
export function useUnseenCounts(rows: readonly SavedSearchRow[]): (number | undefined)[] {
  const feeds = useQueries({ queries: rows.map(({ q }) => feedQuery(q)) });
  const marks = useSeen();
  const match = matcher(mutes.use());
  const isNew = (item: JsonFeed["items"][number], since: number) => {
    const post = postAt(item.url);
    if (cameAt(item) <= since || post === undefined || isSeen(marks, post)) return false;
    const { title, content_text, tags = [] } = item;
    return match({ ...post, text: `${title}\n${content_text}`, tags }) === undefined;
  };
  return rows.map(({ seen }, at) => feeds[at]?.data?.items.filter((item) => isNew(item, seen)).length);
}

/** Parses the address of a post: `/service/user/creator/post/id`. */
function postAt(address: string): PostKey | undefined {
  const parts = new URL(address).pathname.split("/").slice(1).map(decodeURIComponent);
  const [service = "", , user = "", kind, id] = parts;
  return kind === "post" && id !== undefined ? { service, user, id } : undefined;
}

export function useRecentSearches(count: number): string[] {
  const [searches, setSearches] = useState<string[]>([]);
  useEffect(() => watchRecentSearches(count, setSearches), [count]);
  return searches;
}
