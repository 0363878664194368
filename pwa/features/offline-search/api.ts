import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OfflineQuery } from "../../offline/search/worker-api.ts";

const NOTHING = { posts: [], total: 0, size: 0 };

<<<<<<< HEAD
/** Search among the posts on this device; code and worker are lazily loaded. */
export function offlineQuery(question: OfflineQuery | undefined) {
=======
/** Search among the posts on this device; code and worker are lazily loaded. */
export function deviceQuery(question: DeviceQuestion | undefined) {
>>>>>>> fab5cf1 (Comments of features, ui, lib, bundle, sample and supervisor use standard terms)
  return queryOptions({
    queryKey: ["offline-search", question],
    queryFn: async () => {
      if (question === undefined) return NOTHING;
      const { searchOffline } = await import("../../offline/search/client.ts");
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
export function warmDevice(): void {
  void import("../../offline/search/client.ts").then(
<<<<<<< HEAD
    ({ preloadIndex }) => preloadIndex(),
    () => {}, // a search reports the error
=======
    ({ warm }) => warm(),
    () => {}, // the query reports the error
>>>>>>> fab5cf1 (Comments of features, ui, lib, bundle, sample and supervisor use standard terms)
  );
}
