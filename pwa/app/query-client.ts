import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "../api/messages.ts";
import { isReturn } from "../lib/navigation-type.ts";

const FRESH_MS = 60_000;

/**
 * `offlineFirst`: the default would not even ask the device while offline (offline/cache/cached.ts).
 * Coming back to a page shows it as it was left: cached for long, and not fetched again.
 * At most two requests for one failure; a page that the server renders has no time for a second one.
 */
export function createQueryClient({ isServer = false } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "offlineFirst",
        staleTime: () => (isReturn() ? Number.POSITIVE_INFINITY : FRESH_MS),
        gcTime: isServer ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
        refetchOnWindowFocus: false, // a list must not change while it is read
        retry: isServer ? false : (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
      },
      mutations: { networkMode: "always" }, // fails at once offline; what may wait is queued (offline/queue)
    },
  });
}

// It assumes that every page begins online; without this the first `online` event would change nothing.
if (typeof document !== "undefined") onlineManager.setOnline(navigator.onLine);
