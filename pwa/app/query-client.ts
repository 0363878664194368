import { QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "../api/messages.ts";

/** `offlineFirst`: the default would not even ask the service worker while offline. Kept long enough that Back never refetches first. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "offlineFirst",
      staleTime: 60_000,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});
