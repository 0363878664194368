import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { createRootRouteWithContext, redirect } from "@tanstack/react-router";
import { Shell } from "../app/shell/Shell.tsx";
import { isLockedOut } from "../lib/members.ts";

/** Context of every loader. */
export interface RouterContext {
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  beforeLoad: ({ location, matches }) => {
    if (!isLockedOut() || matches.some(({ staticData }) => staticData.open === true)) return;
    const search = location.href === "/" ? {} : { location: location.href };
    throw redirect({ to: "/authentication/login", search, replace: true });
  },
});

/**
 * For loaders: requests data that the screen needs. The browser shows the screen while it loads; the server waits, and
 * renders no page without it.
 */
export function prefetch<T, E, D, K extends QueryKey>(
  { queryClient }: RouterContext,
  query: FetchQueryOptions<T, E, D, K>,
): Promise<unknown> | undefined {
  if (import.meta.env.SSR) return queryClient.fetchQuery(query);
  void queryClient.prefetchQuery(query);
  return undefined;
}

/** Timeout of data from the device during navigation; without it the screen would be rendered twice. */
const DATA_TIMEOUT_MS = 100;

/** For loaders: waits until a running query has data, or for a short timeout. Never rejects. */
export function waitForData(
  { queryClient }: RouterContext,
  { queryKey }: { queryKey: QueryKey },
): Promise<void> {
  return new Promise((resolve) => {
    const hasData = () => queryClient.getQueryData(queryKey) !== undefined;
    if (hasData()) return resolve();
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(() => hasData() && end());
    const timer = setTimeout(end, DATA_TIMEOUT_MS);
  });
}
