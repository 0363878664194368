import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "../api/messages.ts";
import { isReturn } from "../lib/navigation-type.ts";

const FRESH_MS = 60_000;

/**
 * `offlineFirst`: by default, queries would be paused while offline and never read stored copies
 * (offline/cache/cached.ts). Returning to a page shows its data as it was, as data is cached for long and not
 * refetched. One retry per failure; none on the server, whose renders have no time for it.
 */
export function createQueryClient({ isServer = false } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "offlineFirst",
        staleTime: () => (isReturn() ? Number.POSITIVE_INFINITY : FRESH_MS),
        gcTime: isServer ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
        refetchOnWindowFocus: false, // a list must not change while it is being read
        retry: isServer ? false : (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
      },
      mutations: { networkMode: "always" }, // fails immediately offline; some are queued instead (offline/queue)
    },
  });
}

// The manager assumes that a page starts online, and listens only once it has a subscriber: an `offline` event before the
// first render would be missed, and then the next `online` event would refetch nothing.
if (typeof document !== "undefined") {
  onlineManager.setOnline(navigator.onLine);
  onlineManager.subscribe(() => {});
}
