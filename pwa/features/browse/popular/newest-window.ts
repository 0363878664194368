import { useQuery } from "@tanstack/react-query";
import { EARLIEST_POPULAR } from "#shared/rules/popular.ts";
import { day } from "../../../lib/dates.ts";
import { postsQuery } from "../posts/api.ts";
import { popularQuery } from "./api.ts";
import type { PopularSearch } from "./search.ts";

/**
 * Falls back to the newest period with posts if the current one has none. The last 24 hours fall back to a week, as a
 * single day may have one post.
 * @returns undefined if a date was requested, the period has posts, or no fallback exists
 */
export function useNewestWindow(search: PopularSearch): PopularSearch | undefined {
  const isOfToday = search.date === undefined && search.o === undefined;
  const { data } = useQuery({ ...popularQuery(search), enabled: isOfToday });
  const isEmpty = isOfToday && data?.posts.length === 0 && isKnown(data.info.scale, search);
  const { data: posts } = useQuery({ ...postsQuery({ sort_by: "published" }), enabled: isEmpty });
  const published = isEmpty ? posts?.posts[0]?.published : undefined;
  const date = published == null ? undefined : day(published);
  if (date === undefined || date < EARLIEST_POPULAR) return undefined;
  return { period: search.period ?? "week", date };
}

/** While another period loads, the data is still that of the previous one. */
const isKnown = (scale: string, { period = "recent" }: PopularSearch) => scale === period;
