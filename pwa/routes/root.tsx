import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { Shell } from "../app/shell/Shell.tsx";

/** What every loader gets. */
export interface RouterContext {
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Shell });

/**
 * For loaders: requests an answer that the screen needs. In the browser the screen shows while it loads; the server waits
 * for it, and does not render a page without it.
 */
export function prefetch<T, E, D, K extends QueryKey>(
  { queryClient }: RouterContext,
  query: FetchQueryOptions<T, E, D, K>,
): Promise<unknown> | undefined {
  if (import.meta.env.SSR) return queryClient.fetchQuery(query);
  void queryClient.prefetchQuery(query);
  return undefined;
}

/** So long a navigation waits for what is on the device: a screen without it would be rendered twice. */
const SOON_MS = 100;

/** For loaders: resolves when a query that was begun has data, at the latest after a moment. Never rejects. */
export function soon({ queryClient }: RouterContext, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  return new Promise((resolve) => {
    const isThere = () => queryClient.getQueryData(queryKey) !== undefined;
    if (isThere()) return resolve();
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(() => isThere() && end());
    const timer = setTimeout(end, SOON_MS);
  });
}
