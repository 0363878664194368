import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OfflineQuery } from "../../../offline/search/worker-api.ts";

const NOTHING = { posts: [], total: 0, size: 0 };

/** Search among the posts on this device; code and worker are lazily loaded. */
export function offlineQuery(question: OfflineQuery | undefined) {
  return queryOptions({
    queryKey: ["offline-search", question],
    queryFn: async () => {
      if (question === undefined) return NOTHING;
      const { searchOffline } = await import("../../../offline/search/client.ts");
      return searchOffline(question);
    },
    placeholderData: keepPreviousData,
    networkMode: "always",
    staleTime: 5_000,
    gcTime: 60_000,
    retry: false,
  });
}

/** Loads the index before the first search. */
export function preloadDeviceSearch(): void {
  void import("../../../offline/search/client.ts").then(
    ({ preloadIndex }) => preloadIndex(),
    () => {}, // a search reports the error
  );
}
