import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { loadPopular } from "../features/browse/popular/load.ts";
import { toPopularSearch } from "../features/browse/popular/search.ts";
import { rootRoute } from "./root.tsx";

export const popularRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts/popular",
  validateSearch: toPopularSearch,
  loaderDeps: ({ search }) => search,
  // A failure is ignored, as the screen retries.
  loader: ({ context, deps }) => void loadPopular(context.queryClient, deps).catch(() => undefined),
}).lazy(async () => {
  const { PopularPage } = await import("../features/browse/popular/PopularPage.tsx");
  return createLazyRoute("/posts/popular")({
    component: () => <PopularPage search={popularRoute.useSearch()} />,
  });
});
