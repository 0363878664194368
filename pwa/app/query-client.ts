import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "../api/messages.ts";
import { isReturn } from "../lib/navigation-type.ts";

const FRESH_MS = 60_000;

/**
 * `offlineFirst`: the default would not even ask the device while offline (offline/cached.ts).
 * Coming back to a page shows it as it was left: kept for long, and not fetched anew.
 * Two requests at most for one failure.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "offlineFirst",
      staleTime: () => (isReturn() ? Number.POSITIVE_INFINITY : FRESH_MS),
      gcTime: 30 * 60_000,
      refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
      refetchOnWindowFocus: false, // a list must not change under the eyes of its reader
      retry: (failures, error) => failures < 1 && isWorthRetrying(error),
      retryDelay: 500,
    },
  },
});

// It takes every page to begin with a line; without this the return of the first line would be no news.
if (typeof navigator !== "undefined") onlineManager.setOnline(navigator.onLine);
